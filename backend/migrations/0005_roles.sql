-- Roles and their users.

create table roles (
  tenant_id uuid not null default app_tenant() references tenants,
  role_id uuid not null default time_ordered_uuid(),
  role_name text not null,
  is_default boolean not null default false,
  -- The administrator role has every permission without listing it.
  is_built_in boolean not null default false,
  permissions text[] not null default '{}',
  -- A version of their own: editing the name of the role does not conflict with editing its permissions.
  permissions_version integer not null default 1,
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

select keep_records('roles', 'role_id', '{role_name,is_default}');
grant insert (role_id, permissions), update (permissions) on roles to hub_app;
grant select on roles to hub_auth;
create policy sign_in on roles for select to hub_auth using (true);
create unique index roles_role_name_key on roles (tenant_id, lower(role_name)) where archived_on is null;
create index roles_by_role_name on roles (tenant_id, role_name_sort, role_id) where archived_on is null;
create index roles_by_is_default on roles (tenant_id, is_default, role_id) where archived_on is null;
select track_history('roles', 'role_id', 'Role', 'role_name', apart => '{permissions}', ignored => '{is_built_in,permissions_version}');

create function touch_permissions() returns trigger language plpgsql as $$
begin
  new.permissions_version := old.permissions_version + 1;
  new.updated_on := now();
  new.updated_by := app_actor();
  new.updated_by_name := app_actor_name();
  return new;
end
$$;

create trigger touch_permissions before update on roles for each row
  when (old.permissions is distinct from new.permissions) execute function touch_permissions();

-- Every new tenant gets an administrator role, whose id is the same in all tenants.
create function create_administrator_role() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into roles (tenant_id, role_id, role_name, is_built_in)
  values (new.tenant_id, '00000000-0000-4000-8000-000000000001', 'Administrator', true);
  return null;
end
$$;

create trigger administrator_role after insert on tenants for each row execute function create_administrator_role();

create table user_roles (
  tenant_id uuid not null default app_tenant(),
  user_id uuid not null,
  role_id uuid not null,
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  created_by_sort text collate "C" not null generated always as (fold(created_by_name)) stored,
  -- Copied from the user, so that a page in the middle of millions of users is counted in one index alone.
  last_name_sort text collate "C" not null default '',
  first_name_sort text collate "C" not null default '',
  user_name_sort text collate "C" not null default '',
  primary key (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, role_id) references roles
);

select protect_tenant_table('user_roles');
create index user_roles_by_role on user_roles (tenant_id, role_id, user_id);
create index user_roles_by_created_on on user_roles (tenant_id, role_id, created_on, user_id);
create index user_roles_by_created_by on user_roles (tenant_id, role_id, created_by_sort, user_id);
create index user_roles_by_last_name on user_roles (tenant_id, role_id, last_name_sort, user_id);
create index user_roles_by_first_name on user_roles (tenant_id, role_id, first_name_sort, user_id);
create index user_roles_by_user_name on user_roles (tenant_id, role_id, user_name_sort, user_id);
grant select, insert (user_id, role_id), delete on user_roles to hub_app;
grant select on user_roles to hub_auth;
create policy sign_in on user_roles for select to hub_auth using (true);

-- The lock serialises this with a concurrent rename, so that no key is out of date.
create function copy_sort_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select last_name_sort, first_name_sort, user_name_sort
  into new.last_name_sort, new.first_name_sort, new.user_name_sort
  from users where tenant_id = new.tenant_id and user_id = new.user_id for share;
  -- When there is no such user, the foreign key refuses the row.
  new.last_name_sort := coalesce(new.last_name_sort, '');
  new.first_name_sort := coalesce(new.first_name_sort, '');
  new.user_name_sort := coalesce(new.user_name_sort, '');
  return new;
end
$$;

create trigger sort_keys before insert on user_roles for each row execute function copy_sort_keys();

create function renew_sort_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update user_roles
  set last_name_sort = new.last_name_sort, first_name_sort = new.first_name_sort, user_name_sort = new.user_name_sort
  where tenant_id = new.tenant_id and user_id = new.user_id;
  return null;
end
$$;

create trigger sort_keys after update on users for each row
  when ((old.last_name_sort, old.first_name_sort, old.user_name_sort)
    is distinct from (new.last_name_sort, new.first_name_sort, new.user_name_sort))
  execute function renew_sort_keys();

-- Adding or removing a role is a change of both records: the user's history names the role, the role's history names the user.
create function record_added_user_roles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select n.tenant_id, told.collection, told.record_id, told.record_name, told.type, '{}', told.state
  from new_rows n join users u using (tenant_id, user_id) join roles r using (tenant_id, role_id),
    display_name(u.first_name, u.last_name, u.user_name) as name,
    lateral (values
      ('users', u.user_id, name, 'UserRoleAdded', jsonb_build_object('roleId', r.role_id, 'roleName', r.role_name)),
      ('roles', r.role_id, r.role_name, 'RoleUserAdded',
        jsonb_build_object('userId', u.user_id, 'userName', u.user_name, 'displayName', name))
    ) as told (collection, record_id, record_name, type, state);
  return null;
end
$$;

create trigger history_insert after insert on user_roles referencing new table as new_rows
  for each statement execute function record_added_user_roles();

create function record_removed_user_roles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select o.tenant_id, told.collection, told.record_id, told.record_name, told.type, told.state, '{}'
  from old_rows o join users u using (tenant_id, user_id) join roles r using (tenant_id, role_id),
    display_name(u.first_name, u.last_name, u.user_name) as name,
    lateral (values
      ('users', u.user_id, name, 'UserRoleRemoved', jsonb_build_object('roleId', r.role_id, 'roleName', r.role_name)),
      ('roles', r.role_id, r.role_name, 'RoleUserRemoved',
        jsonb_build_object('userId', u.user_id, 'userName', u.user_name, 'displayName', name))
    ) as told (collection, record_id, record_name, type, state);
  return null;
end
$$;

create trigger history_delete after delete on user_roles referencing old table as old_rows
  for each statement execute function record_removed_user_roles();

create function count_added_role_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, 'user_roles:' || role_id, holders) from (
    select tenant_id, role_id, count(*) as holders from new_rows group by tenant_id, role_id
  ) as changes;
  return null;
end
$$;

create trigger count_insert after insert on user_roles referencing new table as new_rows
  for each statement execute function count_added_role_users();

create function count_removed_role_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, 'user_roles:' || role_id, -holders) from (
    select tenant_id, role_id, count(*) as holders from old_rows group by tenant_id, role_id
  ) as changes;
  return null;
end
$$;

create trigger count_delete after delete on user_roles referencing old table as old_rows
  for each statement execute function count_removed_role_users();

-- The counter `access` of a tenant increases whenever permissions of a user may have changed. While it is unchanged, the
-- permissions that a server has cached are valid (access/permission-cache.ts). Concurrent changes do not wait for each other.
create function stamp_new_memberships() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, 'access', 1) from (select distinct tenant_id from new_rows) as changed;
  return null;
end
$$;

create trigger stamp_insert after insert on user_roles referencing new table as new_rows
  for each statement execute function stamp_new_memberships();

create function stamp_ended_memberships() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, 'access', 1) from (select distinct tenant_id from old_rows) as changed;
  return null;
end
$$;

create trigger stamp_delete after delete on user_roles referencing old table as old_rows
  for each statement execute function stamp_ended_memberships();

create function stamp_changed_roles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, 'access', 1) from (
    select distinct n.tenant_id from new_rows n join old_rows o using (tenant_id, role_id)
    where (n.permissions, n.archived_on, n.is_built_in) is distinct from (o.permissions, o.archived_on, o.is_built_in)
  ) as changed;
  return null;
end
$$;

create trigger stamp_update after update on roles referencing old table as old_rows new table as new_rows
  for each statement execute function stamp_changed_roles();
