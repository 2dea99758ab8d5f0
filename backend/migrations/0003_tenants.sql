-- Tenants are records of the host tenant (OR-03), which lists, creates, changes and archives them and keeps their history. Each
-- other tenant sees only itself and cannot change it. Therefore the table has policies that differ from those of
-- protect_tenant_table(). The first start creates the host tenant (database/first-start.ts).
create table tenants (
  tenant_id uuid primary key default time_ordered_uuid(),
  identifier text not null check (identifier = lower(identifier)),
  name text not null,
  is_active boolean not null default true,
  -- A colour of the palette, `#rrggbb`, or empty; the user interface ensures the contrast.
  colour text not null default '' check (colour ~ '^(#[0-9a-f]{6})?$'),
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  updated_on timestamptz(3),
  updated_by uuid,
  updated_by_name text,
  archived_on timestamptz(3),
  version integer not null default 1,
  name_sort text collate "C" not null generated always as (fold(name)) stored,
  created_by_sort text collate "C" not null generated always as (fold(created_by_name)) stored,
  constraint tenants_host_stays check (identifier <> 'main' or (is_active and archived_on is null))
);

create unique index tenants_identifier_key on tenants (identifier) where archived_on is null;

-- Whether the current tenant is the host.
create function app_is_host() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from tenants where tenant_id = app_tenant() and identifier = 'main' and archived_on is null)
$$;

revoke execute on function app_is_host from public;
grant execute on function app_is_host to hub_app;
alter table tenants enable row level security, force row level security;
create policy owner_rows on tenants to current_user using (true) with check (true);
create policy tenant_rows on tenants for select to hub_app using (tenant_id = (select app_tenant()));
create policy host_rows on tenants to hub_app using ((select app_is_host())) with check ((select app_is_host()));
create policy sign_in on tenants for select to hub_auth using (true);
grant select on tenants to hub_app, hub_auth;

grant insert (identifier, name, is_active, colour), update (identifier, name, is_active, colour, archived_on)
  on tenants to hub_app;

create trigger touch before update on tenants for each row
  when ((old.identifier, old.name, old.is_active, old.colour, old.archived_on)
    is distinct from (new.identifier, new.name, new.is_active, new.colour, new.archived_on))
  execute function touch_record();

-- The history of tenants belongs to the host, which owns these records; track_history() would record in the tenant of the row.
create function tenant_state(name text, identifier text, is_active boolean, colour text, archived_on timestamptz) returns jsonb
  language sql stable as $$
  select jsonb_build_object('tenantName', name, 'tenantIdentifier', identifier, 'isActive', is_active, 'tenantColour', colour)
    || case when archived_on is null then '{}' else jsonb_build_object('archivedOn', iso_instant(archived_on)) end
$$;

create function record_tenants() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

create trigger history_insert after insert on tenants for each row execute function record_tenants();

create trigger history_update after update on tenants for each row
  when (old.version <> new.version) execute function record_tenants();

-- How many users a tenant has, for the host; other tenants get 0.
create function tenant_user_count(tenant uuid) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(count), 0)::bigint from record_counts
  where tenant_id = tenant and counter = 'users' and app_is_host()
$$;

revoke execute on function tenant_user_count from public;
grant execute on function tenant_user_count to hub_app;
