-- Tenants as records of the host tenant (OR-03): it lists, makes, changes and archives them, and keeps their history.
-- Every other tenant goes on seeing itself alone, and can change nothing of that.

-- Whether the current tenant is the one that administers the others.
create function app_is_host() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from tenants where tenant_id = app_tenant() and identifier = 'main' and archived_on is null)
$$;
--> statement-breakpoint
revoke execute on function app_is_host from public;
--> statement-breakpoint
grant execute on function app_is_host to hub_app;
--> statement-breakpoint
alter table tenants
  -- One of the palette, `#rrggbb`, or empty; what is shown of it is made readable where it is shown.
  add column colour text not null default '' check (colour ~ '^(#[0-9a-f]{6})?$'),
  add column name_sort text collate "C" not null generated always as (fold(name)) stored,
  add column created_by_sort text collate "C" not null generated always as (fold(created_by_name)) stored,
  -- What the database holds, the host can read of itself as well as anybody.
  add constraint tenants_host_stays check (identifier <> 'main' or (is_active and archived_on is null));
--> statement-breakpoint
-- The identifier of a deleted tenant may be used again.
alter table tenants drop constraint tenants_identifier_key;
--> statement-breakpoint
create unique index tenants_identifier_key on tenants (identifier) where archived_on is null;
--> statement-breakpoint
drop policy tenant_rows on tenants;
--> statement-breakpoint
create policy tenant_rows on tenants for select to hub_app using (tenant_id = (select app_tenant()));
--> statement-breakpoint
create policy host_rows on tenants to hub_app using ((select app_is_host())) with check ((select app_is_host()));
--> statement-breakpoint
grant insert (identifier, name, is_active, colour), update (identifier, name, is_active, colour, archived_on)
  on tenants to hub_app;
--> statement-breakpoint
drop trigger touch on tenants;
--> statement-breakpoint
create trigger touch before update on tenants for each row
  when ((old.identifier, old.name, old.is_active, old.colour, old.archived_on)
    is distinct from (new.identifier, new.name, new.is_active, new.colour, new.archived_on))
  execute function touch_record();
--> statement-breakpoint

-- The history of tenants belongs to the host: there its records are, and there it is asked for. So the trigger that
-- track_history() wrote, which records in the tenant of the row, gives way to one of its own.
drop trigger history_insert on tenants;
--> statement-breakpoint
drop trigger history_update on tenants;
--> statement-breakpoint
drop trigger history_delete on tenants;
--> statement-breakpoint
create function tenant_state(name text, identifier text, is_active boolean, colour text, archived_on timestamptz) returns jsonb
  language sql stable as $$
  select jsonb_build_object('tenantName', name, 'tenantIdentifier', identifier, 'isActive', is_active, 'tenantColour', colour)
    || case when archived_on is null then '{}' else jsonb_build_object('archivedOn', iso_instant(archived_on)) end
$$;
--> statement-breakpoint
create or replace function record_tenants() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select host.tenant_id, 'tenants', new.tenant_id, new.name,
    case when tg_op = 'INSERT' then 'TenantCreated'
      when new.archived_on is not null and old.archived_on is null then 'TenantDeleted' else 'TenantUpdated' end,
    case when tg_op = 'UPDATE' then tenant_state(old.name, old.identifier, old.is_active, old.colour, old.archived_on) end,
    tenant_state(new.name, new.identifier, new.is_active, new.colour, new.archived_on)
  from tenants host where host.identifier = 'main' and host.archived_on is null;
  return null;
end
$$;
--> statement-breakpoint
create trigger history_insert after insert on tenants for each row execute function record_tenants();
--> statement-breakpoint
create trigger history_update after update on tenants for each row
  when (old.version <> new.version) execute function record_tenants();
--> statement-breakpoint
update history set tenant_id = host.tenant_id,
  previous = previous - 'name' - 'identifier'
    || jsonb_build_object('tenantName', previous -> 'name', 'tenantIdentifier', previous -> 'identifier'),
  current = current - 'name' - 'identifier'
    || jsonb_build_object('tenantName', current -> 'name', 'tenantIdentifier', current -> 'identifier')
from tenants host where host.identifier = 'main' and collection = 'tenants';
--> statement-breakpoint

-- A deleted tenant's sessions end, and accounts that no other tenant knows give their names free.
create function retire_tenant() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from secrets where tenant_id = new.tenant_id;
  update accounts a set archived_on = now()
  where archived_on is null
    and exists (select from users u where u.user_id = a.user_id and u.tenant_id = new.tenant_id and u.archived_on is null)
    and not exists (select from users u join tenants t using (tenant_id)
      where u.user_id = a.user_id and u.archived_on is null and t.archived_on is null);
  return null;
end
$$;
--> statement-breakpoint
create trigger retire_tenant after update of archived_on on tenants for each row
  when (old.archived_on is null and new.archived_on is not null) execute function retire_tenant();
--> statement-breakpoint
-- What a deleted tenant knew of an account no longer counts.
create or replace function account_is_elsewhere(account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from users join tenants t using (tenant_id)
    where user_id = account and tenant_id <> app_tenant() and users.archived_on is null and t.archived_on is null)
$$;
--> statement-breakpoint
create or replace function account_belongs_here(account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from users where tenant_id = app_tenant() and user_id = account and archived_on is null)
    and (app_is_host() or not account_is_elsewhere(account))
$$;
--> statement-breakpoint
create or replace function retire_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from secrets where tenant_id = new.tenant_id and user_id = new.user_id;
  update accounts set archived_on = now()
  where user_id = new.user_id
    and not exists (select from users join tenants t using (tenant_id)
      where user_id = new.user_id and users.archived_on is null and t.archived_on is null);
  return null;
end
$$;
--> statement-breakpoint
-- The tenants that the acting user can enter.
drop function tenants_of_actor;
--> statement-breakpoint
create function tenants_of_actor() returns table (identifier text, name text, colour text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.identifier, t.name, t.colour
  from users u join tenants t using (tenant_id)
  where u.user_id = app_actor() and u.archived_on is null and t.is_active and t.archived_on is null
  order by t.name_sort, t.tenant_id
$$;
--> statement-breakpoint

-- What the host may know of another tenant's users without entering it; anybody else is told nothing.
create function users_of_tenant(tenant uuid) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select user_id from users where tenant_id = tenant and archived_on is null and app_is_host()
$$;
--> statement-breakpoint
create function tenant_user_count(tenant uuid) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(count), 0)::bigint from record_counts
  where tenant_id = tenant and counter = 'users' and app_is_host()
$$;
--> statement-breakpoint
revoke execute on function tenants_of_actor, users_of_tenant, tenant_user_count from public;
--> statement-breakpoint
grant execute on function tenants_of_actor, users_of_tenant, tenant_user_count to hub_app;
--> statement-breakpoint

-- What people prefer is part of their record. How their tables are laid out is not: dragging a column filled the history with
-- changes that nobody asks about.
create function is_preference(name text) returns boolean language sql immutable parallel safe as $$
  select name in ('languageSymbol', 'longDateFormat', 'longTimeFormat', 'shortDateFormat', 'shortTimeFormat', 'subTabsExpanded', 'timezone')
$$;
--> statement-breakpoint
create or replace function record_new_settings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create or replace function record_changed_settings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create or replace function record_removed_settings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
