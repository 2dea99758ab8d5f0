-- The themes that an organisation has made for itself, and which of them it wears. Those of the system are in the code.
create table themes (
  tenant_id uuid not null default app_tenant() references tenants,
  theme_id uuid not null default time_ordered_uuid(),
  name text not null,
  "primary" text not null,
  accent text not null,
  is_dark boolean not null,
  is_default boolean not null,
  customisable boolean not null,
  -- The name of the logo's file, which is another one whenever the logo changes, and what it was called.
  logo uuid,
  logo_name text not null default '',
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  updated_on timestamptz(3),
  updated_by uuid,
  updated_by_name text,
  version integer not null default 1,
  primary key (tenant_id, theme_id)
);
--> statement-breakpoint
select protect_tenant_table('themes');
--> statement-breakpoint
create unique index themes_name on themes (tenant_id, lower(name));
--> statement-breakpoint
create unique index themes_default on themes (tenant_id) where is_default;
--> statement-breakpoint
create trigger touch before update on themes for each row when (old.* is distinct from new.*) execute function touch_record();
--> statement-breakpoint
grant select, insert (name, "primary", accent, is_dark, is_default, customisable, logo, logo_name),
  update (name, "primary", accent, is_dark, is_default, customisable, logo, logo_name), delete
  on themes to hub_app;
--> statement-breakpoint
-- Among the changes of the organisation's settings, where people look for them.
select track_history('themes', 'theme_id', 'Theme', 'name', ignored => '{logo_name}', collection => 'organisation-settings');
