-- Files, and links, with what they were before, who refers to them, and by which links anybody can fetch them.

create table attachments (
  file_name text not null,
  description text not null default '',
  file_extension text not null default '',
  file_type text not null default 'Other',
  file_size bigint,
  url text not null default '',
  sync_version integer not null default 1,
  attachment_status_id uuid,
  attachment_type_id text not null default '',
  internal_file_name text not null default '',
  file_checksum text not null default ''
);
--> statement-breakpoint
select make_records('attachments', 'Attachment', 'file_name', searched => '{file_name,description}',
  unlisted => '{url,sync_version,attachment_status_id,attachment_type_id,internal_file_name,file_checksum}',
  kept => '{file_extension,file_type,file_size,url,sync_version,internal_file_name,file_checksum}');
--> statement-breakpoint
select track_history('attachments', 'attachment_id', 'Attachment', 'file_name',
  ignored => '{attachment_type_id,internal_file_name,file_checksum}');
--> statement-breakpoint
create index attachments_of_status on attachments (tenant_id, attachment_status_id) where archived_on is null;
--> statement-breakpoint
-- Each content that an attachment has had: a file that lies in the store under its id, or a link. The newest is copied to
-- the attachment itself. None is ever changed.
create table attachment_files (
  tenant_id uuid not null default app_tenant() references tenants,
  attachment_file_id uuid not null,
  attachment_id uuid not null,
  sync_version integer not null,
  file_name text not null,
  file_extension text not null,
  file_type text not null,
  -- Null for a link, which has nothing in the store.
  file_size bigint,
  file_checksum text not null,
  url text not null,
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  primary key (tenant_id, attachment_file_id),
  unique (tenant_id, attachment_id, sync_version),
  foreign key (tenant_id, attachment_id) references attachments
);
--> statement-breakpoint
select protect_tenant_table('attachment_files');
--> statement-breakpoint
grant select, insert (attachment_file_id, attachment_id, sync_version, file_name, file_extension, file_type, file_size,
  file_checksum, url) on attachment_files to hub_app;
--> statement-breakpoint
create function take_newest_content() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- What comes with a new attachment is in it from the first, so that it has one entry in the history.
  update attachments set file_extension = new.file_extension, file_type = new.file_type, file_size = new.file_size, url = new.url,
    sync_version = new.sync_version, file_checksum = new.file_checksum,
    internal_file_name = case when new.file_size is null then '' else new.attachment_file_id::text end,
    version = version + 1, updated_on = now(), updated_by = app_actor(), updated_by_name = app_actor_name()
  where tenant_id = new.tenant_id and attachment_id = new.attachment_id and sync_version < new.sync_version;
  return null;
end
$$;
--> statement-breakpoint
create trigger newest_content after insert on attachment_files for each row execute function take_newest_content();
--> statement-breakpoint
grant insert (file_extension, file_type, file_size, url, internal_file_name, file_checksum) on attachments to hub_app;
--> statement-breakpoint
-- What refers to an attachment, such as a role; gone with it.
create table attachment_relations (
  tenant_id uuid not null default app_tenant() references tenants,
  attachment_relation_id uuid not null default time_ordered_uuid(),
  attachment_id uuid not null,
  -- The area whose record it is, and the record.
  type text not null,
  record_id uuid not null,
  parameter text not null default '',
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  primary key (tenant_id, attachment_relation_id),
  unique (tenant_id, attachment_id, type, record_id, parameter),
  foreign key (tenant_id, attachment_id) references attachments
);
--> statement-breakpoint
select protect_tenant_table('attachment_relations');
--> statement-breakpoint
create index attachment_relations_of_record on attachment_relations (tenant_id, type, record_id);
--> statement-breakpoint
grant select, insert (attachment_id, type, record_id, parameter), delete on attachment_relations to hub_app;
--> statement-breakpoint
-- One line for a table whose records can refer to attachments: what is archived refers to nothing any more.
create function let_go_of_attachments() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from attachment_relations x using new_rows n, old_rows o
  where x.tenant_id = n.tenant_id and x.type = replace(tg_table_name, '_', '-') and x.record_id = (to_jsonb(n) ->> tg_argv[0])::uuid
    and o.tenant_id = n.tenant_id and to_jsonb(o) ->> tg_argv[0] = to_jsonb(n) ->> tg_argv[0]
    and o.archived_on is null and n.archived_on is not null;
  return null;
end
$$;
--> statement-breakpoint
create trigger attachments after update on roles referencing old table as old_rows new table as new_rows
  for each statement execute function let_go_of_attachments('role_id');
--> statement-breakpoint
create table attachment_shares (
  tenant_id uuid not null default app_tenant() references tenants,
  attachment_share_id uuid not null default time_ordered_uuid(),
  attachment_id uuid not null,
  -- What the link ends with: whoever knows it may fetch the file.
  share_key text not null unique,
  valid_until timestamptz(3) not null,
  password_hash text,
  max_downloads integer,
  download_count integer not null default 0,
  shared_by uuid default app_actor(),
  shared_by_user_name text not null default app_actor_name(),
  created_on timestamptz(3) not null default now(),
  removed_on timestamptz(3),
  primary key (tenant_id, attachment_share_id),
  foreign key (tenant_id, attachment_id) references attachments
);
--> statement-breakpoint
select protect_tenant_table('attachment_shares');
--> statement-breakpoint
create index attachment_shares_of_attachment on attachment_shares (tenant_id, attachment_id) where removed_on is null;
--> statement-breakpoint
grant select, insert (attachment_id, share_key, valid_until, password_hash, max_downloads),
  update (removed_on, download_count) on attachment_shares to hub_app;
--> statement-breakpoint
-- For whoever has said the password of a share: one download, soon.
create table attachment_share_tickets (
  tenant_id uuid not null default app_tenant() references tenants,
  ticket_hash text not null,
  attachment_share_id uuid not null,
  expires_on timestamptz(3) not null,
  primary key (tenant_id, ticket_hash),
  foreign key (tenant_id, attachment_share_id) references attachment_shares
);
--> statement-breakpoint
select protect_tenant_table('attachment_share_tickets');
--> statement-breakpoint
create index attachment_share_tickets_age on attachment_share_tickets (expires_on);
--> statement-breakpoint
grant select, insert (ticket_hash, attachment_share_id, expires_on), delete on attachment_share_tickets to hub_app;
--> statement-breakpoint
create table attachment_download_logs (
  tenant_id uuid not null default app_tenant() references tenants,
  attachment_download_log_id uuid not null default time_ordered_uuid(),
  attachment_id uuid not null,
  -- Null for users of the product.
  attachment_share_id uuid,
  user_id uuid default app_actor(),
  user_first_name text not null default '',
  user_last_name text not null default '',
  sync_version integer not null,
  download_date timestamptz(3) not null default now(),
  primary key (tenant_id, attachment_download_log_id),
  foreign key (tenant_id, attachment_id) references attachments
);
--> statement-breakpoint
select protect_tenant_table('attachment_download_logs');
--> statement-breakpoint
create index attachment_download_logs_by_date
  on attachment_download_logs (tenant_id, attachment_id, download_date, attachment_download_log_id);
--> statement-breakpoint
grant select, insert (attachment_id, attachment_share_id, user_first_name, user_last_name, sync_version)
  on attachment_download_logs to hub_app;
--> statement-breakpoint
-- A link made or ended is a change of the attachment; its key is in no history.
create function tell_of_attachment_shares() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select new.tenant_id, 'attachments', a.attachment_id, a.file_name,
    case when tg_op = 'INSERT' then 'AttachmentShared' else 'AttachmentShareEnded' end,
    case when tg_op = 'INSERT' then '{}' else shared end, case when tg_op = 'INSERT' then shared else '{}' end
  from attachments a, jsonb_build_object('validUntil', iso_instant(new.valid_until)) as shared
  where a.tenant_id = new.tenant_id and a.attachment_id = new.attachment_id;
  return null;
end
$$;
--> statement-breakpoint
create trigger history_insert after insert on attachment_shares for each row execute function tell_of_attachment_shares();
--> statement-breakpoint
create trigger history_end after update on attachment_shares for each row
  when (old.removed_on is null and new.removed_on is not null) execute function tell_of_attachment_shares();
