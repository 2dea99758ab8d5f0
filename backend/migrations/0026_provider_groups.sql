-- rolling
-- Groups in a provider's tokens give roles (US-07, docs/decisions/0128).
create table provider_groups (
  tenant_id uuid not null default app_tenant() references tenants,
  provider_group_id uuid not null default time_ordered_uuid(),
  -- As the claim spells it.
  group_name text not null,
  role_id uuid not null,
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  group_name_sort text collate "C" not null generated always as (fold(group_name)) stored,
  created_by_sort text collate "C" not null generated always as (fold(created_by_name)) stored,
  primary key (tenant_id, provider_group_id),
  foreign key (tenant_id, role_id) references roles
);

select protect_tenant_table('provider_groups');
create unique index provider_groups_key on provider_groups (tenant_id, group_name, role_id);
create index provider_groups_of_role on provider_groups (tenant_id, role_id);
grant select, insert (group_name, role_id), delete on provider_groups to hub_app;

-- True for roles given by the claim, which removes no others.
alter table user_roles add column is_from_provider boolean not null default false;
grant insert (is_from_provider) on user_roles to hub_app;

-- The last applied claim: its hash, the tenant's counter `provider-groups` at that time, and the time of the token. Older tokens
-- change nothing.
alter table identities
  add column groups_hash text,
  add column groups_stamp bigint,
  add column groups_issued_on timestamptz(3);

grant update (groups_hash, groups_stamp, groups_issued_on) on identities to hub_auth;

-- Changes of groups are changes of the organisation's settings.
create function record_provider_groups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select tenant_id, 'organisation-settings', provider_group_id, group_name,
    case tg_op when 'INSERT' then 'ProviderGroupAdded' else 'ProviderGroupRemoved' end,
    case tg_op when 'INSERT' then '{}' else state end, case tg_op when 'INSERT' then state else '{}' end
  from changed_rows join roles using (tenant_id, role_id),
    jsonb_build_object('groupName', group_name, 'roleId', role_id, 'roleName', role_name) as state;
  perform add_to_count(tenant_id, 'provider-groups', 1) from (select distinct tenant_id from changed_rows) as changed;
  return null;
end
$$;

create trigger history_insert after insert on provider_groups referencing new table as changed_rows
  for each statement execute function record_provider_groups();
create trigger history_delete after delete on provider_groups referencing old table as changed_rows
  for each statement execute function record_provider_groups();

-- Groups of a deleted role give nothing until it is restored.
create function stamp_provider_groups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(new.tenant_id, 'provider-groups', 1);
  return null;
end
$$;

create trigger stamp_provider_groups after update of archived_on on roles for each row
  when ((old.archived_on is null) <> (new.archived_on is null)) execute function stamp_provider_groups();

-- The last administrator keeps the role until another one is added or reactivated.
create trigger stamp_provider_groups after insert on user_roles for each row
  when (new.role_id = '00000000-0000-4000-8000-000000000001') execute function stamp_provider_groups();

create function stamp_reactivated_administrator() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from user_roles where tenant_id = new.tenant_id and user_id = new.user_id
    and role_id = '00000000-0000-4000-8000-000000000001') then
    perform add_to_count(new.tenant_id, 'provider-groups', 1);
  end if;
  return null;
end
$$;

create trigger stamp_reactivated_administrator after update of is_active on users for each row
  when (not old.is_active and new.is_active) execute function stamp_reactivated_administrator();

-- Replaces the functions of 0005_roles.sql: entries say whether the provider gave the role.
drop trigger history_insert on user_roles;
drop trigger history_delete on user_roles;
drop function record_added_user_roles, record_removed_user_roles;

create function record_roles_of_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_added constant boolean not null := tg_op = 'INSERT';
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select c.tenant_id, entry.collection, entry.record_id, entry.record_name,
    case when is_added then entry.added else entry.removed end,
    case when is_added then '{}' else state end, case when is_added then state else '{}' end
  from changed_rows c join users u using (tenant_id, user_id) join roles r using (tenant_id, role_id),
    display_name(u.first_name, u.last_name, u.user_name) as name,
    lateral (values
      ('users', u.user_id, name, 'UserRoleAdded', 'UserRoleRemoved', jsonb_build_object('roleId', r.role_id, 'roleName', r.role_name)),
      ('roles', r.role_id, r.role_name, 'RoleUserAdded', 'RoleUserRemoved',
        jsonb_build_object('userId', u.user_id, 'userName', u.user_name, 'displayName', name))
    ) as entry (collection, record_id, record_name, added, removed, own_state),
    lateral (select own_state || case when c.is_from_provider then '{"isFromProvider": true}' else '{}' end::jsonb) as given (state);
  return null;
end
$$;

create trigger history_insert after insert on user_roles referencing new table as changed_rows
  for each statement execute function record_roles_of_users();
create trigger history_delete after delete on user_roles referencing old table as changed_rows
  for each statement execute function record_roles_of_users();
