-- The organisation's own data: one row for each tenant, created when it is first saved.
create table organisation_settings (
  tenant_id uuid primary key default app_tenant() references tenants,
  company_name text not null,
  company_name2 text not null default '',
  email text not null default '',
  phone_number text not null default '',
  homepage text not null default '',
  street text not null default '',
  zip_code text not null default '',
  city text not null default '',
  country_name text not null default '',
  state text not null default '',
  -- The file name of the logo, which changes with the logo.
  avatar uuid,
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  updated_on timestamptz(3),
  updated_by uuid,
  updated_by_name text,
  -- Before the row exists, editors read version 1.
  version integer not null default 2
);

select protect_tenant_table('organisation_settings');
create trigger touch before update on organisation_settings for each row execute function touch_record();

grant select, insert (company_name, company_name2, email, phone_number, homepage, street, zip_code, city, country_name, state, avatar),
  update (company_name, company_name2, email, phone_number, homepage, street, zip_code, city, country_name, state, avatar)
  on organisation_settings to hub_app;

select track_history('organisation_settings', 'tenant_id', 'OrganisationSetting', 'company_name');

-- The organisation's own themes, and which one is the default. Built-in themes are in the code.
create table themes (
  tenant_id uuid not null default app_tenant() references tenants,
  theme_id uuid not null default time_ordered_uuid(),
  name text not null,
  "primary" text not null,
  accent text not null,
  is_dark boolean not null,
  is_default boolean not null,
  customisable boolean not null,
  -- The file name of the logo, which changes with the logo, and its original name.
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

select protect_tenant_table('themes');
create unique index themes_name on themes (tenant_id, lower(name));
create unique index themes_default on themes (tenant_id) where is_default;
create trigger touch before update on themes for each row when (old.* is distinct from new.*) execute function touch_record();

grant select, insert (name, "primary", accent, is_dark, is_default, customisable, logo, logo_name),
  update (name, "primary", accent, is_dark, is_default, customisable, logo, logo_name), delete
  on themes to hub_app;

-- Listed among the changes of the organisation's settings.
select track_history('themes', 'theme_id', 'Theme', 'name', ignored => '{logo_name}', collection => 'organisation-settings');
