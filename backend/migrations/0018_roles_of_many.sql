-- Permissions have a version of their own, so that of two who edit them the later is told, and whoever edits the
-- role's name meanwhile is not refused.
alter table roles add column permissions_version integer not null default 1;
--> statement-breakpoint
create or replace function touch_permissions() returns trigger language plpgsql as $$
begin
  new.permissions_version := old.permissions_version + 1;
  new.updated_on := now();
  new.updated_by := app_actor();
  new.updated_by_name := app_actor_name();
  return new;
end
$$;
--> statement-breakpoint
select track_history('roles', 'role_id', 'Role', 'role_name', apart => '{permissions}', ignored => '{is_built_in,permissions_version}');
--> statement-breakpoint

-- The count `access` of a tenant grows with every change of what anybody may do in it. As long as it is the same, so is what
-- a server remembers of its last look (access/remembered.ts). Who changes it does not wait for others who do.
create function stamp_new_memberships() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, 'access', 1) from (select distinct tenant_id from new_rows) as changed;
  return null;
end
$$;
--> statement-breakpoint
create trigger stamp_insert after insert on user_roles referencing new table as new_rows
  for each statement execute function stamp_new_memberships();
--> statement-breakpoint
create function stamp_ended_memberships() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, 'access', 1) from (select distinct tenant_id from old_rows) as changed;
  return null;
end
$$;
--> statement-breakpoint
create trigger stamp_delete after delete on user_roles referencing old table as old_rows
  for each statement execute function stamp_ended_memberships();
--> statement-breakpoint
create function stamp_changed_roles() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, 'access', 1) from (
    select distinct n.tenant_id from new_rows n join old_rows o using (tenant_id, role_id)
    where (n.permissions, n.archived_on, n.is_built_in) is distinct from (o.permissions, o.archived_on, o.is_built_in)
  ) as changed;
  return null;
end
$$;
--> statement-breakpoint
create trigger stamp_update after update on roles referencing old table as old_rows new table as new_rows
  for each statement execute function stamp_changed_roles();
--> statement-breakpoint
grant select on record_counts to hub_auth;
--> statement-breakpoint
create policy sign_in on record_counts for select to hub_auth using (true);
--> statement-breakpoint

-- What is still to be done for the many holders of a role after something became of it, some thousands at a time, on
-- behalf of whoever did it. Whatever server comes first does it, also after one that ended half-way.
create table deferred_work (
  tenant_id uuid not null default app_tenant() references tenants,
  work_id uuid not null default time_ordered_uuid(),
  event text not null check (event in ('roleDeleted', 'permissionsChanged')),
  role_id uuid not null,
  actor uuid default app_actor(),
  actor_name text not null default app_actor_name(),
  -- Holders up to this id have had their turn.
  done_to uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (tenant_id, work_id)
);
--> statement-breakpoint
select protect_tenant_table('deferred_work');
--> statement-breakpoint
grant select, insert (event, role_id), update (done_to), delete on deferred_work to hub_app;
