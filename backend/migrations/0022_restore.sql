-- What was deleted can be restored.

-- Whoever was let go of may have lived on as an account of others, who could set its password then. By that one nobody is to
-- come back in here: such people are invited anew.
create function account_changed_since(account uuid, moment timestamptz) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from accounts where user_id = account and password_changed_on > moment)
$$;
--> statement-breakpoint
revoke execute on function account_changed_since from public;
--> statement-breakpoint
grant execute on function account_changed_since to hub_app;
--> statement-breakpoint
-- Who is let in again has an account again, with the password that it had: sessions, keys and ways in that ended stay ended.
create function revive_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update accounts set archived_on = null where user_id = new.user_id and archived_on is not null;
  return null;
end
$$;
--> statement-breakpoint
create trigger revive_account after update of archived_on on users for each row
  when (old.archived_on is not null and new.archived_on is null) execute function revive_account();
--> statement-breakpoint
alter table deferred_work drop constraint deferred_work_event_check,
  add constraint deferred_work_event_check
    check (event in ('roleDeleted', 'permissionsChanged', 'tenantDeleted', 'tenantRestored')),
  -- Of a restored tenant: when it had been deleted.
  add column since timestamptz(3);
--> statement-breakpoint
-- A tenant comes back with the users that its deletion archived; those who were removed before stay so.
create function restore_tenant() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from deferred_work where event = 'tenantDeleted' and subject_id = new.tenant_id;
  -- As many as one request deals with (access/holders.ts).
  if (select count(*) from (select from users where tenant_id = new.tenant_id and archived_on >= old.archived_on limit 5001) as those) > 5000 then
    insert into deferred_work (event, subject_id, since) values ('tenantRestored', new.tenant_id, old.archived_on);
  else
    update users set archived_on = null where tenant_id = new.tenant_id and archived_on >= old.archived_on
      and not account_changed_since(user_id, archived_on);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger restore_tenant after update of archived_on on tenants for each row
  when (old.archived_on is not null and new.archived_on is null) execute function restore_tenant();
