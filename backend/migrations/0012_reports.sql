-- Reports with their layouts. Every tenant starts with one report for each source, which people can rename and give layouts.

create table reports (
  report_name text not null,
  report_name_translation jsonb not null default '{"en": "", "de": ""}',
  -- The area whose list the report is made from.
  source text not null
);

select make_records('reports', 'Report', 'report_name', unlisted => '{report_name_translation}', kept => '{source}');
create unique index reports_source_key on reports (tenant_id, source) where archived_on is null;

-- Adds the reports that a tenant does not have yet.
create function add_reports(tenant uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into reports (tenant_id, source, report_name, report_name_translation)
  select tenant, source, name, jsonb_build_object('en', name, 'de', german)
  from (values ('users', 'Users', 'Benutzer'), ('roles', 'Roles', 'Rollen'), ('attachments', 'Attachments', 'Anhänge'),
    ('attributes', 'Attributes', 'Attribute')) as first (source, name, german)
  where not exists (select from reports r where r.tenant_id = tenant and r.source = first.source)
$$;

revoke execute on function add_reports from public;

create function create_reports() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_reports(new.tenant_id);
  return null;
end
$$;

create trigger reports after insert on tenants for each row execute function create_reports();

create table report_layouts (
  tenant_id uuid not null default app_tenant() references tenants,
  report_layout_id uuid not null default time_ordered_uuid(),
  report_id uuid not null,
  report_layout_name text not null,
  report_layout_name_translation jsonb not null default '{"en": "", "de": ""}',
  file_name text not null,
  description text not null default '',
  sync_version integer not null default 1,
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  updated_on timestamptz(3),
  updated_by uuid,
  updated_by_name text,
  archived_on timestamptz(3),
  version integer not null default 1,
  primary key (tenant_id, report_layout_id),
  foreign key (tenant_id, report_id) references reports
);

select protect_tenant_table('report_layouts');
create index report_layouts_of_report on report_layouts (tenant_id, report_id) where archived_on is null;

grant select, insert (report_id, report_layout_name, report_layout_name_translation, file_name, description),
  update (report_layout_name, report_layout_name_translation, file_name, description, sync_version, archived_on)
  on report_layouts to hub_app;

create trigger touch before update on report_layouts for each row execute function touch_record();

-- The versions of a layout: each is a file in the store under its id, with what was found in it. Versions are never changed.
create table report_layout_files (
  tenant_id uuid not null default app_tenant() references tenants,
  report_layout_file_id uuid not null,
  report_layout_id uuid not null,
  sync_version integer not null,
  file_name text not null,
  file_extension text not null,
  file_size bigint not null,
  file_checksum text not null,
  is_fillable boolean not null,
  placeholders jsonb not null default '[]',
  problems jsonb not null default '[]',
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  primary key (tenant_id, report_layout_file_id),
  unique (tenant_id, report_layout_id, sync_version),
  foreign key (tenant_id, report_layout_id) references report_layouts
);

select protect_tenant_table('report_layout_files');

grant select, insert (report_layout_file_id, report_layout_id, sync_version, file_name, file_extension, file_size, file_checksum,
  is_fillable, placeholders, problems) on report_layout_files to hub_app;

-- A change of a layout is recorded as a change of its report.
create function report_layout_state(l report_layouts) returns jsonb language sql stable as $$
  select jsonb_build_object('reportLayoutName', l.report_layout_name, 'reportLayoutNameTranslation', l.report_layout_name_translation,
    'fileName', l.file_name, 'description', l.description, 'syncVersion', l.sync_version)
$$;

create function tell_of_report_layouts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select new.tenant_id, 'reports', r.report_id, r.report_name,
    case when tg_op = 'INSERT' then 'ReportLayoutAdded'
      when new.archived_on is not null and old.archived_on is null then 'ReportLayoutRemoved' else 'ReportLayoutUpdated' end,
    case when tg_op = 'INSERT' then '{}' else report_layout_state(old) end,
    case when new.archived_on is not null then '{}' else report_layout_state(new) end
  from reports r where r.tenant_id = new.tenant_id and r.report_id = new.report_id;
  return null;
end
$$;

create trigger history_insert after insert on report_layouts for each row execute function tell_of_report_layouts();

create trigger history_update after update on report_layouts for each row
  when (old.version <> new.version) execute function tell_of_report_layouts();

-- Documents that are created from layouts in the background. Each belongs to one user, and is in the store once finished.
create table report_documents (
  tenant_id uuid not null default app_tenant() references tenants,
  report_document_id uuid not null default time_ordered_uuid(),
  report_id uuid not null,
  report_layout_file_id uuid not null,
  document_name text not null,
  user_id uuid not null default app_actor(),
  -- The list that was requested, and the language and time zone.
  phrase text not null,
  language text not null,
  time_zone text not null,
  row_count integer not null,
  rows_done integer not null default 0,
  created_on timestamptz(3) not null default now(),
  -- A process is working on it until then.
  claimed_until timestamptz(3),
  attempts integer not null default 0,
  finished_on timestamptz(3),
  -- Null when the document could not be created.
  file_id uuid,
  file_size bigint,
  primary key (tenant_id, report_document_id),
  foreign key (tenant_id, report_id) references reports,
  foreign key (tenant_id, report_layout_file_id) references report_layout_files,
  foreign key (tenant_id, user_id) references users
);

select protect_tenant_table('report_documents');

create policy own_rows on report_documents as restrictive to hub_app
  using (user_id = (select app_actor())) with check (user_id = (select app_actor()));

create index report_documents_of_user on report_documents (tenant_id, user_id, report_id);
create index report_documents_due on report_documents (created_on) where finished_on is null;
create index report_documents_of_file on report_documents (tenant_id, file_id) where file_id is not null;

grant select, insert (report_id, report_layout_file_id, document_name, phrase, language, time_zone, row_count),
  update (row_count, rows_done, claimed_until, finished_on, file_id, file_size), delete on report_documents to hub_app;
