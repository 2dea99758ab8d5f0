-- API keys (US-05): a key belongs to one user in one tenant and permits what that user may do at the moment.
create table api_keys (
  tenant_id uuid not null default app_tenant(),
  api_key_id uuid not null default time_ordered_uuid(),
  user_id uuid not null,
  -- The SHA-256 of the key in hexadecimal. Of the key itself only the last characters are kept, to tell keys apart by.
  key_hash text not null unique,
  key_ending text not null,
  key_name text not null,
  valid_until timestamptz(3),
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  last_used_on timestamptz(3),
  last_used_address text,
  key_name_sort text collate "C" not null generated always as (fold(key_name)) stored,
  created_by_sort text collate "C" not null generated always as (fold(created_by_name)) stored,
  primary key (tenant_id, api_key_id),
  foreign key (tenant_id, user_id) references users
);
--> statement-breakpoint
select protect_tenant_table('api_keys');
--> statement-breakpoint
create index api_keys_of_user on api_keys (tenant_id, user_id);
--> statement-breakpoint
-- The hash is nobody's to read but sign-in's.
grant select (tenant_id, api_key_id, user_id, key_ending, key_name, valid_until, created_on, created_by, created_by_name,
    last_used_on, last_used_address, key_name_sort, created_by_sort),
  insert (user_id, key_hash, key_ending, key_name, valid_until), delete on api_keys to hub_app;
--> statement-breakpoint
grant select, update (last_used_on, last_used_address) on api_keys to hub_auth;
--> statement-breakpoint
create policy sign_in on api_keys to hub_auth using (true);
--> statement-breakpoint
-- A key made or revoked is a change of its user.
create function record_made_api_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select tenant_id, 'users', user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserApiKeyCreated', '{}',
    jsonb_strip_nulls(jsonb_build_object('keyName', n.key_name, 'keyEnding', n.key_ending, 'validUntil', iso_instant(n.valid_until)))
  from new_rows n join users u using (tenant_id, user_id);
  return null;
end
$$;
--> statement-breakpoint
create trigger history_insert after insert on api_keys referencing new table as new_rows
  for each statement execute function record_made_api_keys();
--> statement-breakpoint
create function record_revoked_api_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select tenant_id, 'users', user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserApiKeyRevoked',
    jsonb_strip_nulls(jsonb_build_object('keyName', o.key_name, 'keyEnding', o.key_ending, 'validUntil', iso_instant(o.valid_until))), '{}'
  from old_rows o join users u using (tenant_id, user_id);
  return null;
end
$$;
--> statement-breakpoint
create trigger history_delete after delete on api_keys referencing old table as old_rows
  for each statement execute function record_revoked_api_keys();
--> statement-breakpoint
create function retire_api_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from api_keys where tenant_id = new.tenant_id and user_id = new.user_id;
  return null;
end
$$;
--> statement-breakpoint
create trigger retire_api_keys after update of archived_on on users for each row
  when (old.archived_on is null and new.archived_on is not null) execute function retire_api_keys();
--> statement-breakpoint
-- Whoever sets the password of an account may end its API keys too, which work in its name in every tenant. False when the
-- account does not belong here, nor, for the host, to the tenant that it is asked about.
create function end_account_api_keys(account uuid, tenant uuid default null) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not (account_belongs_here(account) or app_is_host() and exists (
    select from users u join tenants t using (tenant_id)
    where u.tenant_id = tenant and u.user_id = account and u.archived_on is null and t.archived_on is null
  )) then
    return false;
  end if;
  delete from api_keys where user_id = account;
  return true;
end
$$;
--> statement-breakpoint
revoke execute on function end_account_api_keys from public;
--> statement-breakpoint
grant execute on function end_account_api_keys to hub_app;
