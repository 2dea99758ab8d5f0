-- Every change is recorded by triggers in the transaction that makes it (HI-01). The triggers run as the owner;
-- hub_app can only read, so what is recorded stays. Statement triggers, because one call may touch many rows.

create table history (
  history_id uuid primary key default time_ordered_uuid(),
  tenant_id uuid not null,
  -- The path of the records' list, such as users.
  collection text not null,
  record_id uuid not null,
  -- The record's name at the time of the change.
  record_name text not null,
  type text not null,
  -- To the microsecond, so that the changes of one transaction keep their order.
  changed_on timestamptz not null default clock_timestamp(),
  changed_by uuid default app_actor(),
  changed_by_name text not null default app_actor_name(),
  -- The record, or the part of it that changed, before and after, as a person reads it; null when there was or is none.
  previous jsonb,
  current jsonb,
  changed_by_sort text collate "C" not null generated always as (fold(changed_by_name)) stored
);
--> statement-breakpoint
select protect_tenant_table('history');
--> statement-breakpoint
create index history_by_changed_on on history (tenant_id, collection, changed_on, history_id);
--> statement-breakpoint
create index history_by_changed_by on history (tenant_id, collection, changed_by_sort, history_id);
--> statement-breakpoint
create index history_by_type on history (tenant_id, collection, type, history_id);
--> statement-breakpoint
create index history_of_record on history (tenant_id, collection, record_id, changed_on, history_id);
--> statement-breakpoint
grant select on history to hub_app;
--> statement-breakpoint

create function iso_instant(instant timestamptz) returns text language sql stable strict as $$
  select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
--> statement-breakpoint
create function user_state(user_name text, first_name text, last_name text, email text, archived_on timestamptz) returns jsonb
  language sql stable as $$
  select jsonb_build_object('userName', user_name, 'firstName', first_name, 'lastName', last_name, 'email', email)
    || case when archived_on is null then '{}' else jsonb_build_object('archivedOn', iso_instant(archived_on)) end
$$;
--> statement-breakpoint
create function record_new_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, current)
  select tenant_id, 'users', user_id, display_name(first_name, last_name, user_name), 'UserCreated',
    user_state(user_name, first_name, last_name, email, archived_on)
  from new_rows;
  return null;
end
$$;
--> statement-breakpoint
create trigger history_insert after insert on users referencing new table as new_rows
  for each statement execute function record_new_users();
--> statement-breakpoint
create function record_changed_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select n.tenant_id, 'users', n.user_id, display_name(n.first_name, n.last_name, n.user_name),
    case when o.archived_on is null and n.archived_on is not null then 'UserDeleted' else 'UserUpdated' end,
    user_state(o.user_name, o.first_name, o.last_name, o.email, o.archived_on),
    user_state(n.user_name, n.first_name, n.last_name, n.email, n.archived_on)
  from old_rows o join new_rows n using (tenant_id, user_id)
  where n.version <> o.version;
  return null;
end
$$;
--> statement-breakpoint
create trigger history_update after update on users referencing old table as old_rows new table as new_rows
  for each statement execute function record_changed_users();
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

create function role_state(role_name text, is_default boolean, archived_on timestamptz) returns jsonb
  language sql stable as $$
  select jsonb_build_object('roleName', role_name, 'isDefault', is_default)
    || case when archived_on is null then '{}' else jsonb_build_object('archivedOn', iso_instant(archived_on)) end
$$;
--> statement-breakpoint
create function record_new_roles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, current)
  select tenant_id, 'roles', role_id, role_name, 'RoleCreated',
    role_state(role_name, is_default, archived_on)
      || case when permissions = '{}' then '{}' else jsonb_build_object('permissions', permissions) end
  from new_rows;
  return null;
end
$$;
--> statement-breakpoint
create trigger history_insert after insert on roles referencing new table as new_rows
  for each statement execute function record_new_roles();
--> statement-breakpoint
create function record_changed_roles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select n.tenant_id, 'roles', n.role_id, n.role_name,
    case when o.archived_on is null and n.archived_on is not null then 'RoleDeleted' else 'RoleUpdated' end,
    role_state(o.role_name, o.is_default, o.archived_on), role_state(n.role_name, n.is_default, n.archived_on)
  from old_rows o join new_rows n using (tenant_id, role_id)
  where n.version <> o.version
  union all
  select n.tenant_id, 'roles', n.role_id, n.role_name, 'RolePermissionsChanged',
    jsonb_build_object('permissions', o.permissions), jsonb_build_object('permissions', n.permissions)
  from old_rows o join new_rows n using (tenant_id, role_id)
  where n.permissions <> o.permissions;
  return null;
end
$$;
--> statement-breakpoint
create trigger history_update after update on roles referencing old table as old_rows new table as new_rows
  for each statement execute function record_changed_roles();
--> statement-breakpoint

-- A role given or taken is a change of both records: the user's history names the role, the role's names the user.
create function record_added_user_roles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select u.tenant_id, 'users', u.user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserRoleAdded', '{}'::jsonb,
    jsonb_build_object('roleId', r.role_id, 'roleName', r.role_name)
  from new_rows n join users u using (tenant_id, user_id) join roles r using (tenant_id, role_id)
  union all
  select r.tenant_id, 'roles', r.role_id, r.role_name, 'RoleUserAdded', '{}'::jsonb,
    jsonb_build_object('userId', u.user_id, 'userName', u.user_name, 'displayName', display_name(u.first_name, u.last_name, u.user_name))
  from new_rows n join users u using (tenant_id, user_id) join roles r using (tenant_id, role_id);
  return null;
end
$$;
--> statement-breakpoint
create trigger history_insert after insert on user_roles referencing new table as new_rows
  for each statement execute function record_added_user_roles();
--> statement-breakpoint
create function record_removed_user_roles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select u.tenant_id, 'users', u.user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserRoleRemoved',
    jsonb_build_object('roleId', r.role_id, 'roleName', r.role_name), '{}'::jsonb
  from old_rows o join users u using (tenant_id, user_id) join roles r using (tenant_id, role_id)
  union all
  select r.tenant_id, 'roles', r.role_id, r.role_name, 'RoleUserRemoved',
    jsonb_build_object('userId', u.user_id, 'userName', u.user_name, 'displayName', display_name(u.first_name, u.last_name, u.user_name)), '{}'::jsonb
  from old_rows o join users u using (tenant_id, user_id) join roles r using (tenant_id, role_id);
  return null;
end
$$;
--> statement-breakpoint
create trigger history_delete after delete on user_roles referencing old table as old_rows
  for each statement execute function record_removed_user_roles();
--> statement-breakpoint

create function record_new_settings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select u.tenant_id, 'users', u.user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserSettingsChanged', '{}',
    jsonb_object_agg(n.setting_name, n.setting_value)
  from new_rows n join users u using (tenant_id, user_id)
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
  where n.setting_value <> o.setting_value
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
  group by u.tenant_id, u.user_id;
  return null;
end
$$;
--> statement-breakpoint
create trigger history_delete after delete on user_settings referencing old table as old_rows
  for each statement execute function record_removed_settings();
--> statement-breakpoint
create function record_tenants() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  values (new.tenant_id, 'tenants', new.tenant_id, new.name,
    case when tg_op = 'INSERT' then 'TenantCreated' when new.archived_on is not null then 'TenantDeleted' else 'TenantUpdated' end,
    case when tg_op = 'UPDATE' then jsonb_build_object('identifier', old.identifier, 'name', old.name, 'isActive', old.is_active) end,
    jsonb_build_object('identifier', new.identifier, 'name', new.name, 'isActive', new.is_active));
  return null;
end
$$;
--> statement-breakpoint
create trigger history after insert or update on tenants for each row execute function record_tenants();
