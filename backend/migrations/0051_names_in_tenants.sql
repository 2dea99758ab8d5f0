-- A user name is one person's in each tenant, no longer in all of them together: "already in use" told a tenant of accounts that
-- others have. People sign in to a tenant, so that a name there says who they are; an account goes by the same name everywhere.
-- What a deleted tenant called its people is nobody's name any more.
update users u set archived_on = t.archived_on from tenants t
where t.tenant_id = u.tenant_id and t.archived_on is not null and u.archived_on is null;
--> statement-breakpoint
create or replace function retire_tenant() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from secrets where tenant_id = new.tenant_id;
  -- As many as one request deals with (access/holders.ts).
  if (select coalesce(sum(count), 0) from record_counts where tenant_id = new.tenant_id and counter = 'users') > 5000 then
    insert into deferred_work (event, subject_id) values ('tenantDeleted', new.tenant_id);
  else
    update users set archived_on = now() where tenant_id = new.tenant_id and archived_on is null;
  end if;
  return null;
end
$$;
--> statement-breakpoint
drop function retire_accounts;
--> statement-breakpoint
create unique index users_user_name_key on users (tenant_id, lower(user_name)) where archived_on is null;
--> statement-breakpoint
drop index accounts_user_name_key;
--> statement-breakpoint
create index accounts_by_user_name on accounts (lower(user_name)) where archived_on is null;
--> statement-breakpoint
create or replace function user_name_is_taken(wanted text, except_user uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from users where tenant_id = app_tenant() and lower(user_name) = lower(wanted) and archived_on is null
      and user_id is distinct from except_user
  )
$$;
--> statement-breakpoint
-- A new account, or null when a living user of the tenant has the name in any case; of two at once the index of users refuses one.
create or replace function create_account(new_user_name text, new_password_hash text) returns uuid
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into accounts (user_name, password_hash, password_changed_on)
  select new_user_name, new_password_hash, case when new_password_hash is not null then now() end
  where not user_name_is_taken(new_user_name, null)
  returning user_id
$$;
