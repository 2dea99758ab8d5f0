-- Accounts can sign in and exist once for all tenants; a user is the membership of an account in one tenant.

-- hub_app has no rights on accounts: it uses the functions below.
create table accounts (
  user_id uuid primary key default time_ordered_uuid(),
  user_name text not null,
  password_hash text,
  created_on timestamptz(3) not null default now(),
  password_changed_on timestamptz(3),
  archived_on timestamptz(3),
  unique (user_id, user_name)
);

create index accounts_by_user_name on accounts (lower(user_name)) where archived_on is null;
grant select, insert, update (password_hash, password_changed_on) on accounts to hub_auth;

create function display_name(first_name text, last_name text, user_name text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(btrim(first_name || ' ' || last_name), ''), user_name);

create table users (
  tenant_id uuid not null default app_tenant() references tenants,
  user_id uuid not null,
  user_name text not null,
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  -- The file name of the picture, which changes with the picture.
  avatar uuid,
  last_login_on timestamptz(3),
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  updated_on timestamptz(3),
  updated_by uuid,
  updated_by_name text,
  archived_on timestamptz(3),
  version integer not null default 1,
  user_name_sort text collate "C" not null generated always as (fold(user_name)) stored,
  first_name_sort text collate "C" not null generated always as (fold(first_name)) stored,
  last_name_sort text collate "C" not null generated always as (fold(last_name)) stored,
  email_sort text collate "C" not null generated always as (fold(email)) stored,
  name_sort text collate "C" not null generated always as (
    case when first_name = '' and last_name = '' then fold(user_name)
      else btrim(fold(first_name) || ' ' || fold(last_name)) end) stored,
  created_by_sort text collate "C" not null generated always as (fold(created_by_name)) stored,
  primary key (tenant_id, user_id),
  -- Deferred, because a rename begins here and a trigger below carries it to the account and on to other tenants.
  constraint users_account_fkey foreign key (user_id, user_name) references accounts (user_id, user_name)
    on update cascade deferrable initially deferred
);

select keep_records('users', 'user_id', '{user_name,first_name,last_name,email,avatar}');
grant insert (user_id) on users to hub_app;

-- Pictures are stored under the id of the user, so they can only be set afterwards.
revoke insert (avatar) on users from hub_app;

grant select, update (last_login_on) on users to hub_auth;
create policy sign_in on users to hub_auth using (true);

-- User names are unique in a tenant, not across tenants: "already in use" would reveal accounts of other tenants. An account
-- has the same user name everywhere.
create unique index users_user_name_key on users (tenant_id, lower(user_name)) where archived_on is null;

create index users_account on users (user_id);

-- A covering index for each sort of the list, so that deep pages are counted in the index alone.
create index users_by_last_name on users (tenant_id, last_name_sort, user_id) where archived_on is null;

create index users_by_first_name on users (tenant_id, first_name_sort, user_id) where archived_on is null;
create index users_by_user_name on users (tenant_id, user_name_sort, user_id) where archived_on is null;
create index users_by_name on users (tenant_id, name_sort, user_id) where archived_on is null;
create index users_by_email on users (tenant_id, email_sort, user_id) where archived_on is null;

-- Users who never signed in sort first, in both directions.
create index users_by_last_login on users (tenant_id, last_login_on nulls first, user_id) where archived_on is null;

-- Unused pictures are found by their file names.
create index users_by_avatar on users (avatar) where avatar is not null;

-- The first name stands on both sides of the last name, so that either order is found.
create index users_by_text on users using gin
  ((first_name_sort || ' ' || last_name_sort || ' ' || first_name_sort || E'\n' || user_name_sort || E'\n' || email_sort) gin_trgm_ops);

-- Statistics decide whether the planner uses this index; it reads those of an index only when the index is not partial.
alter index users_by_text alter column 1 set statistics 500;

-- LIKE is not leakproof, so row-level security would prevent the use of the trigram index; this view belongs to the migrating
-- user and names the tenant itself. For reading only, and only with LIKE on its column. It includes user_name because lower() is
-- not leakproof either: an import looks up several names at once by the index on names.
create view users_search as
  select tenant_id, user_id, user_name_sort, first_name_sort, last_name_sort, name_sort, email_sort, last_login_on,
    created_on, created_by_sort, archived_on,
    (first_name_sort || ' ' || last_name_sort || ' ' || first_name_sort || E'\n' || user_name_sort || E'\n' || email_sort) as search_text,
    user_name
  from users
  where archived_on is null and tenant_id = (select app_tenant());

grant select on users_search to hub_app;

-- Records that the picture changed, but not the picture.
select track_history('users', 'user_id', 'User', 'display_name(first_name, last_name, user_name)',
  ignored => '{last_login_on}', secret => '{avatar}');

-- Records that a password was set, in every tenant of the account, but neither the password nor its hash.
create function record_password_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select tenant_id, 'users', user_id, display_name(first_name, last_name, user_name), 'UserPasswordChanged', '{}', '{}'
  from users where user_id = new.user_id and archived_on is null;
  return null;
end
$$;

create trigger history_update after update of password_hash on accounts for each row
  when (old.password_hash is distinct from new.password_hash) execute function record_password_change();

-- A rename in one tenant applies everywhere: the account follows, and through the foreign key all its users.
create function rename_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update accounts set user_name = new.user_name where user_id = new.user_id and user_name <> new.user_name;
  return null;
end
$$;

create trigger rename_account after update of user_name on users for each row
  when (old.user_name is distinct from new.user_name) execute function rename_account();

create function user_name_is_taken(wanted text, except_user uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from users where tenant_id = app_tenant() and lower(user_name) = lower(wanted) and archived_on is null
      and user_id is distinct from except_user
  )
$$;

-- Creates an account; null when a living user of the tenant has the name, ignoring case. Of two concurrent calls an index refuses one.
create function create_account(new_user_name text, new_password_hash text) returns uuid
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into accounts (user_name, password_hash, password_changed_on)
  select new_user_name, new_password_hash, case when new_password_hash is not null then now() end
  where not user_name_is_taken(new_user_name, null)
  returning user_id
$$;

-- Calls create_account for several names, in their order. Each name is looked up by the index of names: with statistics from
-- before these users existed, the planner would scan the table.
create function create_accounts(new_user_names text[], new_password_hash text) returns table (place bigint, user_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  with named as materialized (
    select name, place, time_ordered_uuid() as id from unnest(new_user_names) with ordinality as listed (name, place)
  ), made as (
    insert into accounts (user_id, user_name, password_hash, password_changed_on)
    select n.id, n.name, new_password_hash, case when new_password_hash is not null then now() end
    from named n left join lateral (
      select true as is_taken from users
      where tenant_id = app_tenant() and lower(user_name) = lower(n.name) and archived_on is null limit 1
    ) others on true
    where is_taken is null
    returning accounts.user_id
  )
  select n.place, made.user_id from named n left join made on made.user_id = n.id
$$;

-- Whether the account is a living user of another living tenant, which a change of the account would affect.
create function account_is_elsewhere(account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from users join tenants t using (tenant_id)
    where user_id = account and tenant_id <> app_tenant() and users.archived_on is null and t.archived_on is null)
$$;

-- Whether the current tenant may change the account itself: it is the only tenant of the account, or the host.
create function account_belongs_here(account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from users where tenant_id = app_tenant() and user_id = account and archived_on is null)
    and (app_is_host() or not account_is_elsewhere(account))
$$;

-- Whether the password of the account was set after the given time. A user who was removed here may have stayed in other tenants,
-- which could set the password since. Restoring the user must not let that password in: such users have to be invited again.
create function account_changed_since(account uuid, moment timestamptz) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from accounts where user_id = account and password_changed_on > moment)
$$;

-- The tenants that the acting user can enter. Each is looked up by itself: without statistics the planner scanned all tenants
-- for each of a thousand memberships.
create function tenants_of_actor() returns table (identifier text, name text, colour text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.identifier, t.name, t.colour
  from (select tenant_id from users where user_id = app_actor() and archived_on is null offset 0) u
    cross join lateral (select * from tenants where tenant_id = u.tenant_id offset 0) t
  where t.is_active and t.archived_on is null
  order by t.name_sort, t.tenant_id
$$;

-- The users of a tenant, for the host; other tenants get no rows.
create function users_of_tenant(tenant uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select user_id from users where tenant_id = tenant and archived_on is null and app_is_host()
$$;

revoke execute on function create_account, create_accounts, user_name_is_taken, account_is_elsewhere, account_belongs_here,
  account_changed_since, tenants_of_actor, users_of_tenant from public;

grant execute on function create_account, create_accounts, user_name_is_taken, account_is_elsewhere, account_belongs_here,
  account_changed_since, tenants_of_actor, users_of_tenant to hub_app;
