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

-- Only roles that the claim gave are taken away by it.
alter table user_roles add column is_from_provider boolean not null default false;
grant insert (is_from_provider) on user_roles to hub_app;

-- The claim that was applied last: its hash, the tenant's counter `provider-groups` then, and the time of the token. An older token
-- that is still valid changes nothing.
alter table identities
  add column groups_hash text,
  add column groups_stamp bigint,
  add column groups_issued_on timestamptz(3);

grant update (groups_hash, groups_stamp, groups_issued_on) on identities to hub_auth;

-- Changes of what groups give are changes of the organisation's settings.
create function record_provider_groups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
    select tenant_id, 'organisation-settings', provider_group_id, group_name, 'ProviderGroupAdded', '{}',
      jsonb_build_object('groupName', group_name, 'roleId', role_id, 'roleName', role_name)
    from new_rows join roles using (tenant_id, role_id);
    perform add_to_count(tenant_id, 'provider-groups', 1) from (select distinct tenant_id from new_rows) as changed;
  else
    insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
    select tenant_id, 'organisation-settings', provider_group_id, group_name, 'ProviderGroupRemoved',
      jsonb_build_object('groupName', group_name, 'roleId', role_id, 'roleName', role_name), '{}'
    from old_rows join roles using (tenant_id, role_id);
    perform add_to_count(tenant_id, 'provider-groups', 1) from (select distinct tenant_id from old_rows) as changed;
  end if;
  return null;
end
$$;

create trigger history_insert after insert on provider_groups referencing new table as new_rows
  for each statement execute function record_provider_groups();
create trigger history_delete after delete on provider_groups referencing old table as old_rows
  for each statement execute function record_provider_groups();

-- A deleted role gives nothing, and a restored one again.
create function stamp_provider_groups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(new.tenant_id, 'provider-groups', 1);
  return null;
end
$$;

create trigger stamp_provider_groups after update of archived_on on roles for each row
  when ((old.archived_on is null) <> (new.archived_on is null)) execute function stamp_provider_groups();

-- The last administrator keeps the role until there is another one: by hand, by a group, or reactivated.
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

create or replace function record_added_user_roles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select n.tenant_id, told.collection, told.record_id, told.record_name, told.type, '{}',
    told.state || case when n.is_from_provider then '{"isFromProvider": true}' else '{}' end::jsonb
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

create or replace function record_removed_user_roles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select o.tenant_id, told.collection, told.record_id, told.record_name, told.type,
    told.state || case when o.is_from_provider then '{"isFromProvider": true}' else '{}' end::jsonb, '{}'
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
