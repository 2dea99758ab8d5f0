-- How people arranged a list, under a name: for themselves, for those who hold a role, or for everybody in the tenant.
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
--> statement-breakpoint
select protect_tenant_table('list_views');
--> statement-breakpoint
-- What somebody keeps for themselves nobody else sees, whatever they may do.
create policy own_or_shared on list_views as restrictive for all to hub_app
  using (audience <> 'mine' or owner_id = (select app_actor()))
  with check (audience <> 'mine' or owner_id = (select app_actor()));
--> statement-breakpoint
-- One's own names are one's own; those of a role and of everybody stand beside each other.
create unique index list_views_view_name_key on list_views (
  tenant_id, list, audience, coalesce(role_id, '00000000-0000-0000-0000-000000000000'),
  (case when audience = 'mine' then owner_id else '00000000-0000-0000-0000-000000000000' end), fold(view_name));
--> statement-breakpoint
create index list_views_of_owner on list_views (tenant_id, owner_id);
--> statement-breakpoint
create index list_views_of_role on list_views (tenant_id, role_id) where role_id is not null;
--> statement-breakpoint
create trigger touch before update on list_views for each row execute function touch_record();
--> statement-breakpoint
grant select, delete, insert (list, view_name, audience, role_id, query, layout, density),
  update (view_name, query, layout, density) on list_views to hub_app;
