-- What requests of a tenant may do with accounts: small functions instead of table rights.

-- A new account, or null when a living one has the name in any case.
create function create_account(new_user_name text, new_password_hash text) returns uuid
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into accounts (user_name, password_hash, password_changed_on)
  values (new_user_name, new_password_hash, case when new_password_hash is not null then now() end)
  on conflict (lower(user_name)) where archived_on is null do nothing
  returning user_id
$$;
--> statement-breakpoint
create function user_name_is_taken(wanted text, except_user uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from accounts where lower(user_name) = lower(wanted) and archived_on is null and user_id is distinct from except_user
  )
$$;
--> statement-breakpoint
-- Whether the current tenant may change what the account is to everybody: it is the account's only tenant, or the host.
create function account_belongs_here(account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from users where tenant_id = app_tenant() and user_id = account and archived_on is null)
    and (exists (select from tenants where tenant_id = app_tenant() and identifier = 'main')
      or not exists (select from users where user_id = account and tenant_id <> app_tenant() and archived_on is null))
$$;
--> statement-breakpoint
-- Sets the password and ends every session of the account; false when the account does not belong here.
create function set_account_password(account uuid, new_password_hash text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not account_belongs_here(account) then
    return false;
  end if;
  update accounts set password_hash = new_password_hash, password_changed_on = now() where user_id = account;
  delete from secrets where user_id = account;
  return true;
end
$$;
--> statement-breakpoint
-- The tenants that the acting user can enter.
create function tenants_of_actor() returns table (identifier text, name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.identifier, t.name
  from users u join tenants t using (tenant_id)
  where u.user_id = app_actor() and u.archived_on is null and t.is_active and t.archived_on is null
  order by fold(t.name), t.tenant_id
$$;
--> statement-breakpoint
revoke execute on function create_account, user_name_is_taken, account_belongs_here, set_account_password, tenants_of_actor,
  protect_tenant_table from public;
--> statement-breakpoint
grant execute on function create_account, user_name_is_taken, account_belongs_here, set_account_password, tenants_of_actor to hub_app;
--> statement-breakpoint
-- A user renamed in one tenant is renamed everywhere: the account follows, and through the foreign key all its users.
create function rename_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update accounts set user_name = new.user_name where user_id = new.user_id and user_name <> new.user_name;
  return null;
end
$$;
--> statement-breakpoint
create trigger rename_account after update of user_name on users for each row
  when (old.user_name is distinct from new.user_name) execute function rename_account();
--> statement-breakpoint
-- An archived user's sessions end; an account without a tenant left gives its name free.
create function retire_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from secrets where tenant_id = new.tenant_id and user_id = new.user_id;
  update accounts set archived_on = now()
  where user_id = new.user_id
    and not exists (select from users where user_id = new.user_id and archived_on is null);
  return null;
end
$$;
--> statement-breakpoint
create trigger retire_account after update of archived_on on users for each row
  when (old.archived_on is null and new.archived_on is not null) execute function retire_account();
