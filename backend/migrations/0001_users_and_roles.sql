-- Users (an account's profile in one tenant), roles, who holds which role, settings, sign-in secrets.

create table users (
  tenant_id uuid not null default app_tenant() references tenants,
  user_id uuid not null,
  user_name text not null,
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
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
select protect_tenant_table('users');
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
create index users_by_created_on on users (tenant_id, created_on, user_id) where archived_on is null;
--> statement-breakpoint
create index users_by_created_by on users (tenant_id, created_by_sort, user_id) where archived_on is null;
--> statement-breakpoint
create index users_by_updated_on on users (tenant_id, updated_on) where updated_on is not null;
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
create trigger touch before update on users for each row
  when ((old.user_name, old.first_name, old.last_name, old.email, old.archived_on)
    is distinct from (new.user_name, new.first_name, new.last_name, new.email, new.archived_on))
  execute function touch_record();
--> statement-breakpoint
grant select on users, users_search to hub_app;
--> statement-breakpoint
grant insert (user_id, user_name, first_name, last_name, email),
  update (user_name, first_name, last_name, email, archived_on) on users to hub_app;
--> statement-breakpoint
grant select, update (last_login_on) on users to hub_auth;
--> statement-breakpoint
create policy sign_in on users to hub_auth using (true);
--> statement-breakpoint

create table roles (
  tenant_id uuid not null default app_tenant() references tenants,
  role_id uuid not null default time_ordered_uuid(),
  role_name text not null,
  is_default boolean not null default false,
  -- The administrator role holds every permission without listing it.
  is_built_in boolean not null default false,
  permissions text[] not null default '{}',
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  updated_on timestamptz(3),
  updated_by uuid,
  updated_by_name text,
  archived_on timestamptz(3),
  version integer not null default 1,
  role_name_sort text collate "C" not null generated always as (fold(role_name)) stored,
  created_by_sort text collate "C" not null generated always as (fold(created_by_name)) stored,
  primary key (tenant_id, role_id)
);
--> statement-breakpoint
select protect_tenant_table('roles');
--> statement-breakpoint
create unique index roles_role_name_key on roles (tenant_id, lower(role_name)) where archived_on is null;
--> statement-breakpoint
create index roles_by_role_name on roles (tenant_id, role_name_sort, role_id) where archived_on is null;
--> statement-breakpoint
create index roles_by_is_default on roles (tenant_id, is_default, role_id) where archived_on is null;
--> statement-breakpoint
create index roles_by_created_on on roles (tenant_id, created_on, role_id) where archived_on is null;
--> statement-breakpoint
create index roles_by_created_by on roles (tenant_id, created_by_sort, role_id) where archived_on is null;
--> statement-breakpoint
create index roles_by_updated_on on roles (tenant_id, updated_on) where updated_on is not null;
--> statement-breakpoint
create function touch_permissions() returns trigger language plpgsql as $$
begin
  new.updated_on := now();
  new.updated_by := app_actor();
  new.updated_by_name := app_actor_name();
  return new;
end
$$;
--> statement-breakpoint
create trigger touch before update on roles for each row
  when ((old.role_name, old.is_default, old.archived_on) is distinct from (new.role_name, new.is_default, new.archived_on))
  execute function touch_record();
--> statement-breakpoint
-- Permissions are saved without a version, so they leave it alone: whoever edits the role's name meanwhile is not refused.
create trigger touch_permissions before update on roles for each row
  when (old.permissions is distinct from new.permissions) execute function touch_permissions();
--> statement-breakpoint
grant select, insert (role_id, role_name, is_default, permissions),
  update (role_name, is_default, permissions, archived_on) on roles to hub_app;
--> statement-breakpoint
grant select on roles to hub_auth;
--> statement-breakpoint
create policy sign_in on roles for select to hub_auth using (true);
--> statement-breakpoint
-- Each tenant is born with its administrator role, whose id is the same everywhere.
create function create_administrator_role() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into roles (tenant_id, role_id, role_name, is_built_in)
  values (new.tenant_id, '00000000-0000-4000-8000-000000000001', 'Administrator', true);
  return null;
end
$$;
--> statement-breakpoint
create trigger administrator_role after insert on tenants for each row execute function create_administrator_role();
--> statement-breakpoint

create table user_roles (
  tenant_id uuid not null default app_tenant(),
  user_id uuid not null,
  role_id uuid not null,
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  created_by_sort text collate "C" not null generated always as (fold(created_by_name)) stored,
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, role_id) references roles
);
--> statement-breakpoint
select protect_tenant_table('user_roles');
--> statement-breakpoint
create index user_roles_by_role on user_roles (tenant_id, role_id, user_id);
--> statement-breakpoint
create index user_roles_by_created_on on user_roles (tenant_id, role_id, created_on, user_id);
--> statement-breakpoint
create index user_roles_by_created_by on user_roles (tenant_id, role_id, created_by_sort, user_id);
--> statement-breakpoint
grant select, insert (user_id, role_id), delete on user_roles to hub_app;
--> statement-breakpoint
grant select on user_roles to hub_auth;
--> statement-breakpoint
create policy sign_in on user_roles for select to hub_auth using (true);
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

-- Sign-in secrets: the SHA-256 of 256 random bits, in hexadecimal. hub_app may end them, and never sees the hash.
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
