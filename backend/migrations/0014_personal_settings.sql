create table user_settings (
  tenant_id uuid not null default app_tenant(),
  user_id uuid not null,
  setting_name text not null,
  setting_value text not null,
  primary key (tenant_id, user_id, setting_name),
  foreign key (tenant_id, user_id) references users
);

select protect_tenant_table('user_settings');
grant select, insert, update, delete on user_settings to hub_app;

-- Preferences are part of the record of a user. Table layouts are not: dragging a column would fill the history.
create function is_preference(name text) returns boolean language sql immutable parallel safe as $$
  select name in ('languageSymbol', 'longDateFormat', 'longTimeFormat', 'shortDateFormat', 'shortTimeFormat', 'subTabsExpanded', 'timezone')
$$;

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

create trigger history_insert after insert on user_settings referencing new table as new_rows
  for each statement execute function record_new_settings();

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

create trigger history_update after update on user_settings referencing old table as old_rows new table as new_rows
  for each statement execute function record_changed_settings();

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

create trigger history_delete after delete on user_settings referencing old table as old_rows
  for each statement execute function record_removed_settings();

-- The shortcuts on the home page. Like table layouts, they have no history.
create table user_favorite_actions (
  tenant_id uuid not null default app_tenant(),
  user_favorite_action_id uuid not null default time_ordered_uuid(),
  user_id uuid not null default app_actor(),
  action_url text not null,
  permission_label text not null,
  position integer not null,
  primary key (tenant_id, user_favorite_action_id),
  foreign key (tenant_id, user_id) references users,
  unique (tenant_id, user_id, action_url),
  -- Checked at the end of a statement, so that two shortcuts can change places.
  constraint one_at_each_position unique (tenant_id, user_id, position) deferrable initially immediate
);

select protect_tenant_table('user_favorite_actions');

create policy own_rows on user_favorite_actions as restrictive to hub_app
  using (user_id = (select app_actor())) with check (user_id = (select app_actor()));

grant select, insert (action_url, permission_label, position), update (position), delete on user_favorite_actions to hub_app;

-- Saved views of a list: for their owner, for the users of a role, or for everyone in the tenant.
create table list_views (
  tenant_id uuid not null default app_tenant(),
  list_view_id uuid not null default time_ordered_uuid(),
  list text not null,
  view_name text not null,
  audience text not null check (audience in ('mine', 'role', 'everyone')),
  role_id uuid,
  owner_id uuid not null default app_actor(),
  query text not null,
  layout jsonb not null,
  density text not null,
  version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  created_by_name text not null default app_actor_name(),
  updated_on timestamptz(3),
  updated_by uuid,
  updated_by_name text,
  primary key (tenant_id, list_view_id),
  foreign key (tenant_id, owner_id) references users,
  foreign key (tenant_id, role_id) references roles,
  check ((audience = 'role') = (role_id is not null))
);

select protect_tenant_table('list_views');

-- Nobody else sees the private views of a user, whatever their permissions.
create policy own_or_shared on list_views as restrictive for all to hub_app
  using (audience <> 'mine' or owner_id = (select app_actor()))
  with check (audience <> 'mine' or owner_id = (select app_actor()));

-- Names are unique among the private views of a user, among those of a role, and among those for everyone.
create unique index list_views_view_name_key on list_views (
  tenant_id, list, audience, coalesce(role_id, '00000000-0000-0000-0000-000000000000'),
  (case when audience = 'mine' then owner_id else '00000000-0000-0000-0000-000000000000' end), fold(view_name));

create index list_views_of_owner on list_views (tenant_id, owner_id);
create index list_views_of_role on list_views (tenant_id, role_id) where role_id is not null;
create trigger touch before update on list_views for each row execute function touch_record();

grant select, delete, insert (list, view_name, audience, role_id, query, layout, density),
  update (view_name, query, layout, density) on list_views to hub_app;

-- Shared views are in the history. Views that a user keeps private are not.
create function list_view_state(view list_views) returns jsonb language sql stable as $$
  select jsonb_build_object('viewName', view.view_name, 'list', view.list, 'audience', view.audience,
    'roleName', (select role_name from roles r where r.tenant_id = view.tenant_id and r.role_id = view.role_id),
    'query', view.query, 'density', view.density, 'columns', view.layout)
$$;

create function record_shared_views() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  view list_views;
begin
  if tg_op = 'DELETE' then view := old; else view := new; end if;
  if view.audience = 'mine' then return null; end if;
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  values (view.tenant_id, 'roles/views', view.list_view_id, view.view_name,
    case tg_op when 'INSERT' then 'ListViewCreated' when 'UPDATE' then 'ListViewUpdated' else 'ListViewDeleted' end,
    case when tg_op <> 'INSERT' then list_view_state(old) end, case when tg_op <> 'DELETE' then list_view_state(new) end);
  return null;
end
$$;

create trigger history after insert or update or delete on list_views for each row execute function record_shared_views();
