-- What is still to be done for the many users of a tenant after it was deleted, as for the many holders of a role: nobody
-- enters it from that moment on, and the names of accounts that no other tenant knows become free some thousands at a time.
alter table deferred_work rename column role_id to subject_id;
--> statement-breakpoint
alter table deferred_work drop constraint deferred_work_event_check;
--> statement-breakpoint
alter table deferred_work add constraint deferred_work_event_check
  check (event in ('roleDeleted', 'permissionsChanged', 'tenantDeleted'));
--> statement-breakpoint
-- Ends those of the given accounts that no living tenant knows.
create function retire_accounts(accounts_to_retire uuid[]) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  update accounts a set archived_on = now()
  where a.user_id = any(accounts_to_retire) and a.archived_on is null
    and not exists (select from users u join tenants t using (tenant_id)
      where u.user_id = a.user_id and u.archived_on is null and t.archived_on is null)
$$;
--> statement-breakpoint
revoke execute on function retire_accounts from public;
--> statement-breakpoint
create or replace function retire_tenant() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from secrets where tenant_id = new.tenant_id;
  -- As many as one request deals with (access/holders.ts).
  if (select coalesce(sum(count), 0) from record_counts where tenant_id = new.tenant_id and counter = 'users') > 5000 then
    insert into deferred_work (event, subject_id) values ('tenantDeleted', new.tenant_id);
  else
    perform retire_accounts(array(select user_id from users where tenant_id = new.tenant_id and archived_on is null));
  end if;
  return null;
end
$$;
--> statement-breakpoint

-- Pictures that nobody has any more are found by their names.
create index users_by_avatar on users (avatar) where avatar is not null;
