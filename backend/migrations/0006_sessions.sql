-- Signing in with a password, and the sessions that it begins.

-- Secrets of sessions: the SHA-256 of 256 random bits, in hexadecimal. hub_app may end them, and never sees the hash.
create table secrets (
  secret_hash text primary key,
  tenant_id uuid not null,
  user_id uuid not null,
  created_on timestamptz(3) not null default now(),
  expires_on timestamptz(3) not null,
  last_used_on timestamptz(3),
  foreign key (tenant_id, user_id) references users
);
--> statement-breakpoint
select protect_tenant_table('secrets');
--> statement-breakpoint
create index secrets_of_user on secrets (tenant_id, user_id);
--> statement-breakpoint
create index secrets_by_expiry on secrets (expires_on);
--> statement-breakpoint
grant select (tenant_id, user_id), delete on secrets to hub_app;
--> statement-breakpoint
grant select, insert, update, delete on secrets to hub_auth;
--> statement-breakpoint
create policy sign_in on secrets to hub_auth using (true);
--> statement-breakpoint
-- Failed sign-ins of one account name or one network address; shared by all processes. `subject` says which kind.
create table sign_in_failures (
  subject text primary key,
  failures integer not null,
  window_started_on timestamptz(3) not null default now(),
  last_failed_on timestamptz(3) not null default now(),
  blocked_until timestamptz(3)
);
--> statement-breakpoint
create index sign_in_failures_age on sign_in_failures (last_failed_on);
--> statement-breakpoint
grant select, insert, update, delete on sign_in_failures to hub_auth;
--> statement-breakpoint
-- Devices that an account was signed in to from with its password. Who keeps guessing elsewhere slows the account down for
-- everybody else, and not for these (docs/decisions/0029-known-devices.md).
create table known_devices (
  user_id uuid not null references accounts on delete cascade,
  device_hash text not null,
  last_used_on timestamptz(3) not null default now(),
  primary key (user_id, device_hash)
);
--> statement-breakpoint
create index known_devices_age on known_devices (last_used_on);
--> statement-breakpoint
grant select, insert, update, delete on known_devices to hub_auth;
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
-- An account of several tenants, none of them the host, belongs to none of them: whoever administers it there would get into the
-- others. When its password is forgotten the host sets another, as somebody of the tenant it is asked about.
create function set_tenant_user_password(tenant uuid, account uuid, new_password_hash text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not app_is_host() or not exists (
    select from users u join tenants t using (tenant_id)
    where u.tenant_id = tenant and u.user_id = account and u.archived_on is null and t.archived_on is null
  ) then
    return false;
  end if;
  update accounts set password_hash = new_password_hash, password_changed_on = now() where user_id = account;
  delete from secrets where user_id = account;
  return true;
end
$$;
--> statement-breakpoint
revoke execute on function set_account_password, set_tenant_user_password from public;
--> statement-breakpoint
grant execute on function set_account_password, set_tenant_user_password to hub_app;
--> statement-breakpoint
-- A removed user's sessions end, and can be told why: a secret that has expired opens nothing, and still says whose it was.
-- An account without a living tenant left ends too.
create function retire_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update secrets set expires_on = least(expires_on, now()) where tenant_id = new.tenant_id and user_id = new.user_id;
  update accounts set archived_on = now()
  where user_id = new.user_id
    and not exists (select from users join tenants t using (tenant_id)
      where user_id = new.user_id and users.archived_on is null and t.archived_on is null);
  return null;
end
$$;
--> statement-breakpoint
create trigger retire_account after update of archived_on on users for each row
  when (old.archived_on is null and new.archived_on is not null) execute function retire_account();
