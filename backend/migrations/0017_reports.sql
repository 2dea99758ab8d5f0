-- Reports with their layouts. Each tenant has one report for each source from the beginning; people rename them and give
-- them layouts.

create table reports (
  report_name text not null,
  report_name_translation jsonb not null default '{"en": "", "de": ""}',
  -- The area whose list it is made from.
  source text not null
);
--> statement-breakpoint
select make_records('reports', 'Report', 'report_name', unlisted => '{report_name_translation}', kept => '{source}');
--> statement-breakpoint
create unique index reports_source_key on reports (tenant_id, source) where archived_on is null;
--> statement-breakpoint
create function add_reports(tenant uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into reports (tenant_id, source, report_name, report_name_translation)
  select tenant, source, name, jsonb_build_object('en', name, 'de', german)
  from (values ('users', 'Users', 'Benutzer'), ('roles', 'Roles', 'Rollen'), ('attachments', 'Attachments', 'Anhänge'))
    as first (source, name, german)
$$;
--> statement-breakpoint
revoke execute on function add_reports from public;
--> statement-breakpoint
create function create_reports() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_reports(new.tenant_id);
  return null;
end
$$;
--> statement-breakpoint
create trigger reports after insert on tenants for each row execute function create_reports();
--> statement-breakpoint
select add_reports(tenant_id) from tenants;
--> statement-breakpoint
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
--> statement-breakpoint
select protect_tenant_table('report_layouts');
--> statement-breakpoint
create index report_layouts_of_report on report_layouts (tenant_id, report_id) where archived_on is null;
--> statement-breakpoint
grant select, insert (report_id, report_layout_name, report_layout_name_translation, file_name, description),
  update (report_layout_name, report_layout_name_translation, file_name, description, sync_version, archived_on)
  on report_layouts to hub_app;
--> statement-breakpoint
create trigger touch before update on report_layouts for each row execute function touch_record();
--> statement-breakpoint
-- Each file that a layout has had, which lies in the store under its id, with what was found in it. None is ever changed.
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
--> statement-breakpoint
select protect_tenant_table('report_layout_files');
--> statement-breakpoint
grant select, insert (report_layout_file_id, report_layout_id, sync_version, file_name, file_extension, file_size, file_checksum,
  is_fillable, placeholders, problems) on report_layout_files to hub_app;
--> statement-breakpoint
-- What becomes of a layout is a change of its report.
create function report_layout_state(l report_layouts) returns jsonb language sql stable as $$
  select jsonb_build_object('reportLayoutName', l.report_layout_name, 'reportLayoutNameTranslation', l.report_layout_name_translation,
    'fileName', l.file_name, 'description', l.description, 'syncVersion', l.sync_version)
$$;
--> statement-breakpoint
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
--> statement-breakpoint
create trigger history_insert after insert on report_layouts for each row execute function tell_of_report_layouts();
--> statement-breakpoint
create trigger history_update after update on report_layouts for each row
  when (old.version <> new.version) execute function tell_of_report_layouts();
