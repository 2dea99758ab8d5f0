-- Sign-in with a password, sessions, and sessions that view the product as another user.

-- Secrets of sessions: the SHA-256 of 256 random bits, in hexadecimal. hub_app may end sessions but never sees the hash.
create table secrets (
  secret_hash text primary key,
  tenant_id uuid not null,
  user_id uuid not null,
  created_on timestamptz(3) not null default now(),
  expires_on timestamptz(3) not null,
  last_used_on timestamptz(3),
  foreign key (tenant_id, user_id) references users
);

select protect_tenant_table('secrets');
create index secrets_of_user on secrets (tenant_id, user_id);
create index secrets_by_expiry on secrets (expires_on);
grant select (tenant_id, user_id), delete on secrets to hub_app;
grant select, insert, update, delete on secrets to hub_auth;
create policy sign_in on secrets to hub_auth using (true);

-- Failed sign-ins of a user name or a network address, shared by all processes; `subject` says which.
create table sign_in_failures (
  subject text primary key,
  failures integer not null,
  window_started_on timestamptz(3) not null default now(),
  last_failed_on timestamptz(3) not null default now(),
  blocked_until timestamptz(3)
);

create index sign_in_failures_age on sign_in_failures (last_failed_on);
grant select, insert, update, delete on sign_in_failures to hub_auth;

-- Devices from which an account has signed in with its password. Failed attempts elsewhere slow down sign-in for all other
-- devices, but not for these (docs/decisions/0029).
create table known_devices (
  user_id uuid not null references accounts on delete cascade,
  device_hash text not null,
  last_used_on timestamptz(3) not null default now(),
  primary key (user_id, device_hash)
);

create index known_devices_age on known_devices (last_used_on);
grant select, insert, update, delete on known_devices to hub_auth;

-- Sets the password and ends every session of the account; false when the account does not belong to this tenant.
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

-- An account of several tenants, none of which is the host, belongs to none of them: an administrator of one could otherwise get
-- into the others. When its password is forgotten, the host sets a new one, on behalf of the given tenant.
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

revoke execute on function set_account_password, set_tenant_user_password from public;
grant execute on function set_account_password, set_tenant_user_password to hub_app;

-- Ends the sessions of a removed user. The secrets are kept as expired, so that the API can still say why they do not work.
-- The account is archived with its last living tenant.
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

create trigger retire_account after update of archived_on on users for each row
  when (old.archived_on is null and new.archived_on is not null) execute function retire_account();

-- A restored user can use the account and its password again; sessions, API keys and provider links stay deleted.
create function revive_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update accounts set archived_on = null where user_id = new.user_id and archived_on is not null;
  return null;
end
$$;

create trigger revive_account after update of archived_on on users for each row
  when (old.archived_on is not null and new.archived_on is null) execute function revive_account();

-- Sessions that view the product as another user (docs/decisions/0089).
create table viewings (
  -- Identifies the session: the hash of its secret, or of the provider's session id.
  session_key text primary key,
  tenant_id uuid not null,
  viewer_id uuid not null,
  user_id uuid not null,
  ends_on timestamptz(3) not null,
  foreign key (tenant_id, viewer_id) references users on delete cascade,
  foreign key (tenant_id, user_id) references users on delete cascade
);

select protect_tenant_table('viewings');
create index viewings_of_viewer on viewings (tenant_id, viewer_id);
create index viewings_of_user on viewings (tenant_id, user_id);

-- Requests are identified as hub_auth. Requests of a tenant neither read nor change viewings.
grant select, insert, delete on viewings to hub_auth;

create policy sign_in on viewings to hub_auth using (true);

-- The history of the viewed user names the viewer. An expired viewing counts as ended at its expiry, even if found later.
create function tell_history_of_viewings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into history (tenant_id, collection, record_id, record_name, type, changed_by, changed_by_name, previous, current)
    select tenant_id, 'users', u.user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserViewingBegun',
      v.user_id, display_name(v.first_name, v.last_name, v.user_name), '{}', jsonb_build_object('viewedUntil', iso_instant(n.ends_on))
    from new_rows n join users u using (tenant_id, user_id) join users v using (tenant_id) where v.user_id = n.viewer_id;
  else
    insert into history (tenant_id, collection, record_id, record_name, type, changed_on, changed_by, changed_by_name, previous, current)
    select tenant_id, 'users', u.user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserViewingEnded',
      least(clock_timestamp(), o.ends_on), v.user_id, display_name(v.first_name, v.last_name, v.user_name), '{}', '{}'
    from old_rows o join users u using (tenant_id, user_id) join users v using (tenant_id) where v.user_id = o.viewer_id;
  end if;
  return null;
end
$$;

create trigger history_insert after insert on viewings referencing new table as new_rows
  for each statement execute function tell_history_of_viewings();

create trigger history_delete after delete on viewings referencing old table as old_rows
  for each statement execute function tell_history_of_viewings();

create function end_viewings_of_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from viewings where session_key in (select secret_hash from old_rows);
  return null;
end
$$;

create trigger end_viewings after delete on secrets referencing old table as old_rows
  for each statement execute function end_viewings_of_sessions();

create function end_viewings_of_user() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from viewings where tenant_id = new.tenant_id and new.user_id in (user_id, viewer_id);
  return null;
end
$$;

create trigger end_viewings after update of archived_on on users for each row
  when (old.archived_on is null and new.archived_on is not null) execute function end_viewings_of_user();
