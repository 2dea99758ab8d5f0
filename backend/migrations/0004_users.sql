-- Who can sign in, over all tenants, and what an account is in each of them: a user.

-- hub_app has no right on accounts at all: it works through the functions below.
create table accounts (
  user_id uuid primary key default time_ordered_uuid(),
  user_name text not null,
  password_hash text,
  created_on timestamptz(3) not null default now(),
  password_changed_on timestamptz(3),
  archived_on timestamptz(3),
  unique (user_id, user_name)
);
--> statement-breakpoint
create index accounts_by_user_name on accounts (lower(user_name)) where archived_on is null;
--> statement-breakpoint
grant select, insert, update (password_hash, password_changed_on) on accounts to hub_auth;
--> statement-breakpoint
create function display_name(first_name text, last_name text, user_name text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(btrim(first_name || ' ' || last_name), ''), user_name);
--> statement-breakpoint
create table users (
  tenant_id uuid not null default app_tenant() references tenants,
  user_id uuid not null,
  user_name text not null,
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  -- The name of the picture's file, which is another one whenever the picture changes.
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
  -- Deferred, because a rename begins here and the trigger below carries it to the account and on to other tenants.
  constraint users_account_fkey foreign key (user_id, user_name) references accounts (user_id, user_name)
    on update cascade deferrable initially deferred
);
--> statement-breakpoint
select keep_records('users', 'user_id', '{user_name,first_name,last_name,email,avatar}');
--> statement-breakpoint
grant insert (user_id) on users to hub_app;
--> statement-breakpoint
-- A picture is stored under its user's id, so afterwards.
revoke insert (avatar) on users from hub_app;
--> statement-breakpoint
grant select, update (last_login_on) on users to hub_auth;
--> statement-breakpoint
create policy sign_in on users to hub_auth using (true);
--> statement-breakpoint
-- A user name is one person's in each tenant, not in all of them together: "already in use" would tell a tenant of accounts
-- that others have. An account goes by the same name everywhere.
create unique index users_user_name_key on users (tenant_id, lower(user_name)) where archived_on is null;
--> statement-breakpoint
create index users_account on users (user_id);
--> statement-breakpoint
-- One index for each sort of the list, complete in itself, so that deep pages are counted off in the index alone.
create index users_by_last_name on users (tenant_id, last_name_sort, user_id) where archived_on is null;
--> statement-breakpoint
create index users_by_first_name on users (tenant_id, first_name_sort, user_id) where archived_on is null;
--> statement-breakpoint
create index users_by_user_name on users (tenant_id, user_name_sort, user_id) where archived_on is null;
--> statement-breakpoint
create index users_by_name on users (tenant_id, name_sort, user_id) where archived_on is null;
--> statement-breakpoint
create index users_by_email on users (tenant_id, email_sort, user_id) where archived_on is null;
--> statement-breakpoint
-- Never signed in counts as the earliest, in both directions.
create index users_by_last_login on users (tenant_id, last_login_on nulls first, user_id) where archived_on is null;
--> statement-breakpoint
-- Pictures that nobody has any more are found by their names.
create index users_by_avatar on users (avatar) where avatar is not null;
--> statement-breakpoint
-- First name on both sides of the last name, so that either order of the two is found.
create index users_by_text on users using gin
  ((first_name_sort || ' ' || last_name_sort || ' ' || first_name_sort || E'\n' || user_name_sort || E'\n' || email_sort) gin_trgm_ops);
--> statement-breakpoint
-- What the planner knows of the text decides between this index and reading on; it looks at statistics of an index only
-- when that is not partial.
alter index users_by_text alter column 1 set statistics 500;
--> statement-breakpoint
-- LIKE is not leakproof, so under row-level security the trigram index would not be used; the view, owned by the
-- migrating user, names the tenant itself. Only for reading, and only with LIKE on its column.
create view users_search as
  select tenant_id, user_id, user_name_sort, first_name_sort, last_name_sort, name_sort, email_sort, last_login_on,
    created_on, created_by_sort, archived_on,
    (first_name_sort || ' ' || last_name_sort || ' ' || first_name_sort || E'\n' || user_name_sort || E'\n' || email_sort) as search_text
  from users
  where archived_on is null and tenant_id = (select app_tenant());
--> statement-breakpoint
grant select on users_search to hub_app;
--> statement-breakpoint
-- That the picture changed; the picture itself is not kept.
select track_history('users', 'user_id', 'User', 'display_name(first_name, last_name, user_name)',
  ignored => '{last_login_on}', secret => '{avatar}');
--> statement-breakpoint
-- That a password was set, never the password or its hash; in every tenant where the account is a user.
create function record_password_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select tenant_id, 'users', user_id, display_name(first_name, last_name, user_name), 'UserPasswordChanged', '{}', '{}'
  from users where user_id = new.user_id and archived_on is null;
  return null;
end
$$;
--> statement-breakpoint
create trigger history_update after update of password_hash on accounts for each row
  when (old.password_hash is distinct from new.password_hash) execute function record_password_change();
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
create function user_name_is_taken(wanted text, except_user uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from users where tenant_id = app_tenant() and lower(user_name) = lower(wanted) and archived_on is null
      and user_id is distinct from except_user
  )
$$;
--> statement-breakpoint
-- A new account, or null when a living user of the tenant has the name in any case; of two at once the index of users refuses one.
create function create_account(new_user_name text, new_password_hash text) returns uuid
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into accounts (user_name, password_hash, password_changed_on)
  select new_user_name, new_password_hash, case when new_password_hash is not null then now() end
  where not user_name_is_taken(new_user_name, null)
  returning user_id
$$;
--> statement-breakpoint
-- Whether the account is a living user of a living tenant beside the current one: whoever changes it decides for that tenant
-- too.
create function account_is_elsewhere(account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from users join tenants t using (tenant_id)
    where user_id = account and tenant_id <> app_tenant() and users.archived_on is null and t.archived_on is null)
$$;
--> statement-breakpoint
-- Whether the current tenant may change what the account is to everybody: it is the account's only tenant, or the host.
create function account_belongs_here(account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from users where tenant_id = app_tenant() and user_id = account and archived_on is null)
    and (app_is_host() or not account_is_elsewhere(account))
$$;
--> statement-breakpoint
-- The tenants that the acting user can enter, each looked up by itself: a planner that knows nothing of the tables yet read
-- all tenants again for each of a thousand memberships.
create function tenants_of_actor() returns table (identifier text, name text, colour text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.identifier, t.name, t.colour
  from (select tenant_id from users where user_id = app_actor() and archived_on is null offset 0) u
    cross join lateral (select * from tenants where tenant_id = u.tenant_id offset 0) t
  where t.is_active and t.archived_on is null
  order by t.name_sort, t.tenant_id
$$;
--> statement-breakpoint
-- What the host may know of another tenant's users without entering it; anybody else is told nothing.
create function users_of_tenant(tenant uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select user_id from users where tenant_id = tenant and archived_on is null and app_is_host()
$$;
--> statement-breakpoint
revoke execute on function create_account, user_name_is_taken, account_is_elsewhere, account_belongs_here, tenants_of_actor,
  users_of_tenant from public;
--> statement-breakpoint
grant execute on function create_account, user_name_is_taken, account_is_elsewhere, account_belongs_here, tenants_of_actor,
  users_of_tenant to hub_app;
--> statement-breakpoint
create table user_settings (
  tenant_id uuid not null default app_tenant(),
  user_id uuid not null,
  setting_name text not null,
  setting_value text not null,
  primary key (tenant_id, user_id, setting_name),
  foreign key (tenant_id, user_id) references users
);
--> statement-breakpoint
select protect_tenant_table('user_settings');
--> statement-breakpoint
grant select, insert, update, delete on user_settings to hub_app;
--> statement-breakpoint
-- What people prefer is part of their record. How their tables are laid out is not: dragging a column would fill the history with
-- changes that nobody asks about.
create function is_preference(name text) returns boolean language sql immutable parallel safe as $$
  select name in ('languageSymbol', 'longDateFormat', 'longTimeFormat', 'shortDateFormat', 'shortTimeFormat', 'subTabsExpanded', 'timezone')
$$;
--> statement-breakpoint
create function record_new_settings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select u.tenant_id, 'users', u.user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserSettingsChanged', '{}',
    jsonb_object_agg(n.setting_name, n.setting_value)
  from new_rows n join users u using (tenant_id, user_id)
  where is_preference(n.setting_name)
  group by u.tenant_id, u.user_id;
  return null;
end
$$;
--> statement-breakpoint
create trigger history_insert after insert on user_settings referencing new table as new_rows
  for each statement execute function record_new_settings();
--> statement-breakpoint
create function record_changed_settings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select u.tenant_id, 'users', u.user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserSettingsChanged',
    jsonb_object_agg(o.setting_name, o.setting_value), jsonb_object_agg(n.setting_name, n.setting_value)
  from old_rows o join new_rows n using (tenant_id, user_id, setting_name) join users u using (tenant_id, user_id)
  where n.setting_value <> o.setting_value and is_preference(n.setting_name)
  group by u.tenant_id, u.user_id;
  return null;
end
$$;
--> statement-breakpoint
create trigger history_update after update on user_settings referencing old table as old_rows new table as new_rows
  for each statement execute function record_changed_settings();
--> statement-breakpoint
create function record_removed_settings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select u.tenant_id, 'users', u.user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserSettingsChanged',
    jsonb_object_agg(o.setting_name, o.setting_value), '{}'
  from old_rows o join users u using (tenant_id, user_id)
  where is_preference(o.setting_name)
  group by u.tenant_id, u.user_id;
  return null;
end
$$;
--> statement-breakpoint
create trigger history_delete after delete on user_settings referencing old table as old_rows
  for each statement execute function record_removed_settings();
