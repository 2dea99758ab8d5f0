-- Tenants are records of the host tenant (OR-03): it lists, makes, changes and archives them, and keeps their history. Every
-- other tenant sees itself alone, and can change nothing of that. So the table has policies of its own in the place of those
-- that protect_tenant_table() makes.
create table tenants (
  tenant_id uuid primary key default time_ordered_uuid(),
  identifier text not null check (identifier = lower(identifier)),
  name text not null,
  is_active boolean not null default true,
  -- One of the palette, `#rrggbb`, or empty; what is shown of it is made readable where it is shown.
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
--> statement-breakpoint
create unique index tenants_identifier_key on tenants (identifier) where archived_on is null;
--> statement-breakpoint
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
alter table tenants enable row level security, force row level security;
--> statement-breakpoint
create policy owner_rows on tenants to current_user using (true) with check (true);
--> statement-breakpoint
create policy tenant_rows on tenants for select to hub_app using (tenant_id = (select app_tenant()));
--> statement-breakpoint
create policy host_rows on tenants to hub_app using ((select app_is_host())) with check ((select app_is_host()));
--> statement-breakpoint
create policy sign_in on tenants for select to hub_auth using (true);
--> statement-breakpoint
grant select on tenants to hub_app, hub_auth;
--> statement-breakpoint
grant insert (identifier, name, is_active, colour), update (identifier, name, is_active, colour, archived_on)
  on tenants to hub_app;
--> statement-breakpoint
create trigger touch before update on tenants for each row
  when ((old.identifier, old.name, old.is_active, old.colour, old.archived_on)
    is distinct from (new.identifier, new.name, new.is_active, new.colour, new.archived_on))
  execute function touch_record();
--> statement-breakpoint
-- The history of tenants belongs to the host: there its records are, and there it is asked for. track_history() records in
-- the tenant of the row.
create function tenant_state(name text, identifier text, is_active boolean, colour text, archived_on timestamptz) returns jsonb
  language sql stable as $$
  select jsonb_build_object('tenantName', name, 'tenantIdentifier', identifier, 'isActive', is_active, 'tenantColour', colour)
    || case when archived_on is null then '{}' else jsonb_build_object('archivedOn', iso_instant(archived_on)) end
$$;
--> statement-breakpoint
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
--> statement-breakpoint
create trigger history_insert after insert on tenants for each row execute function record_tenants();
--> statement-breakpoint
create trigger history_update after update on tenants for each row
  when (old.version <> new.version) execute function record_tenants();
--> statement-breakpoint
-- What the host may know of another tenant without entering it; anybody else is told nothing.
create function tenant_user_count(tenant uuid) returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(count), 0)::bigint from record_counts
  where tenant_id = tenant and counter = 'users' and app_is_host()
$$;
--> statement-breakpoint
revoke execute on function tenant_user_count from public;
--> statement-breakpoint
grant execute on function tenant_user_count to hub_app;
