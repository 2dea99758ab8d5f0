-- Documents that are made of layouts while nobody waits for them. Each is its user's alone, and lies in the store once it is made.
create table report_documents (
  tenant_id uuid not null default app_tenant() references tenants,
  report_document_id uuid not null default time_ordered_uuid(),
  report_id uuid not null,
  report_layout_file_id uuid not null,
  document_name text not null,
  user_id uuid not null default app_actor(),
  -- What was asked for, and in which words and times.
  phrase text not null,
  language text not null,
  time_zone text not null,
  row_count integer not null,
  rows_done integer not null default 0,
  created_on timestamptz(3) not null default now(),
  -- Until when it is left to the process that is at it.
  claimed_until timestamptz(3),
  attempts integer not null default 0,
  finished_on timestamptz(3),
  -- Null where nothing could be made.
  file_id uuid,
  file_size bigint,
  primary key (tenant_id, report_document_id),
  foreign key (tenant_id, report_id) references reports,
  foreign key (tenant_id, report_layout_file_id) references report_layout_files,
  foreign key (tenant_id, user_id) references users
);
--> statement-breakpoint
select protect_tenant_table('report_documents');
--> statement-breakpoint
create policy own_rows on report_documents as restrictive to hub_app
  using (user_id = (select app_actor())) with check (user_id = (select app_actor()));
--> statement-breakpoint
create index report_documents_of_user on report_documents (tenant_id, user_id, report_id);
--> statement-breakpoint
create index report_documents_due on report_documents (created_on) where finished_on is null;
--> statement-breakpoint
create index report_documents_of_file on report_documents (tenant_id, file_id) where file_id is not null;
--> statement-breakpoint
grant select, insert (report_id, report_layout_file_id, document_name, phrase, language, time_zone, row_count),
  update (row_count, rows_done, claimed_until, finished_on, file_id, file_size), delete on report_documents to hub_app;
