-- Imports (TL-09): the rows of a file and their results. Only the owner sees them, and they are kept for as long as they can be
-- undone (database/housekeeping.ts).
create table imports (
  tenant_id uuid not null default app_tenant() references tenants,
  -- Chosen by the browser, so that a repeated call continues the same import.
  import_id uuid not null,
  owner_id uuid not null default app_actor(),
  area text not null,
  file_name text not null,
  encoding text not null,
  separator text not null,
  warnings jsonb not null default '[]',
  row_count integer not null default 0,
  -- [{ heading, samples, field }]
  columns jsonb not null default '[]',
  is_read boolean not null default false,
  -- Rows up to these numbers are done; an undo counts down.
  dry_run_to integer not null default 0,
  run_to integer not null default 0,
  undo_to integer,
  -- Results, in the form of the contract.
  dry_run jsonb not null default '{}',
  run jsonb not null default '{}',
  undo jsonb not null default '{}',
  is_all_or_nothing boolean,
  created_on timestamptz(3) not null default now(),
  primary key (tenant_id, import_id),
  foreign key (tenant_id, owner_id) references users
);

create table import_rows (
  tenant_id uuid not null default app_tenant(),
  import_id uuid not null,
  row_number integer not null,
  -- Texts, numbers, booleans, { "day" }, { "fault" }; null when empty.
  cells jsonb not null,
  -- An earlier row for the same record.
  twin integer,
  outcome text check (outcome in ('created', 'changed', 'unchanged', 'faulty')),
  fields jsonb not null default '[]',
  error jsonb,
  record_id uuid,
  -- The record before the import, and its version afterwards.
  before jsonb,
  version integer,
  is_undone boolean,
  primary key (tenant_id, import_id, row_number),
  foreign key (tenant_id, import_id) references imports on delete cascade
);

select protect_tenant_table('imports'), protect_tenant_table('import_rows');

create policy own_imports on imports as restrictive for all to hub_app
  using (owner_id = (select app_actor())) with check (owner_id = (select app_actor()));

create policy own_imports on import_rows as restrictive for all to hub_app
  using (import_id in (select i.import_id from imports i));

create index imports_of_owner on imports (tenant_id, owner_id, area, created_on);
create index imports_by_age on imports (created_on);
create index import_rows_by_outcome on import_rows (tenant_id, import_id, outcome, row_number);

grant select, delete, insert (import_id, area, file_name, encoding, separator),
  update (warnings, row_count, columns, is_read, dry_run_to, run_to, undo_to, dry_run, run, undo, is_all_or_nothing)
  on imports to hub_app;

grant select, insert (import_id, row_number, cells),
  update (twin, outcome, fields, error, record_id, before, version, is_undone) on import_rows to hub_app;
