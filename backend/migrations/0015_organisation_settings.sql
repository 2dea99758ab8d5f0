-- What an organisation says of itself: one row a tenant, from the first time that it is saved.
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
  -- The name of the logo's file, which is another one whenever the logo changes.
  avatar uuid,
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  updated_on timestamptz(3),
  updated_by uuid,
  updated_by_name text,
  -- Before the row is made, whoever edits has read version 1.
  version integer not null default 2
);
--> statement-breakpoint
select protect_tenant_table('organisation_settings');
--> statement-breakpoint
create trigger touch before update on organisation_settings for each row execute function touch_record();
--> statement-breakpoint
grant select, insert (company_name, company_name2, email, phone_number, homepage, street, zip_code, city, country_name, state, avatar),
  update (company_name, company_name2, email, phone_number, homepage, street, zip_code, city, country_name, state, avatar)
  on organisation_settings to hub_app;
--> statement-breakpoint
select track_history('organisation_settings', 'tenant_id', 'OrganisationSetting', 'company_name');
