create table attachment_status (
  attachment_status_name text not null,
  attachment_status_name_translation jsonb not null default '{"en": "", "de": ""}',
  sort_order integer not null default 1,
  color text not null default ''
);

select make_records('attachment_status', 'AttachmentStatus', 'attachment_status_name',
  uniques => '{attachment_status_name}', unlisted => '{attachment_status_name_translation,color}');

-- Attachments (files or links) with their earlier versions, relations to records, and share links.

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

select make_records('attachments', 'Attachment', 'file_name', searched => '{file_name,description}',
  unlisted => '{url,sync_version,attachment_status_id,attachment_type_id,internal_file_name,file_checksum}',
  kept => '{file_extension,file_type,file_size,url,sync_version,internal_file_name,file_checksum}');

select track_history('attachments', 'attachment_id', 'Attachment', 'file_name',
  ignored => '{attachment_type_id,internal_file_name,file_checksum}');

create index attachments_of_status on attachments (tenant_id, attachment_status_id) where archived_on is null;

-- Finds and counts one type of file among many attachments.
create index attachments_of_type on attachments (tenant_id, file_type) where archived_on is null;

-- The versions of an attachment: each is a file in the store under its id, or a link. The newest is copied to the attachment.
-- Versions are never changed.
create table attachment_files (
  tenant_id uuid not null default app_tenant() references tenants,
  attachment_file_id uuid not null,
  attachment_id uuid not null,
  sync_version integer not null,
  file_name text not null,
  file_extension text not null,
  file_type text not null,
  -- Null for a link.
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

select protect_tenant_table('attachment_files');

grant select, insert (attachment_file_id, attachment_id, sync_version, file_name, file_extension, file_type, file_size,
  file_checksum, url) on attachment_files to hub_app;

create function take_newest_content() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- A new attachment already has its content, so that it gets one entry in the history.
  update attachments set file_extension = new.file_extension, file_type = new.file_type, file_size = new.file_size, url = new.url,
    sync_version = new.sync_version, file_checksum = new.file_checksum,
    internal_file_name = case when new.file_size is null then '' else new.attachment_file_id::text end,
    version = version + 1, updated_on = now(), updated_by = app_actor(), updated_by_name = app_actor_name()
  where tenant_id = new.tenant_id and attachment_id = new.attachment_id and sync_version < new.sync_version;
  return null;
end
$$;

create trigger newest_content after insert on attachment_files for each row execute function take_newest_content();
grant insert (file_extension, file_type, file_size, url, internal_file_name, file_checksum) on attachments to hub_app;

-- The records that use an attachment, such as roles. Archiving a record hides its relations; purging it deletes them.
create table attachment_relations (
  tenant_id uuid not null default app_tenant() references tenants,
  attachment_relation_id uuid not null default time_ordered_uuid(),
  attachment_id uuid not null,
  -- The area of the record, and its id.
  type text not null,
  record_id uuid not null,
  parameter text not null default '',
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  -- Copied from the record, because relations do not know the tables of records.
  is_record_archived boolean not null default false,
  primary key (tenant_id, attachment_relation_id),
  unique (tenant_id, attachment_id, type, record_id, parameter),
  foreign key (tenant_id, attachment_id) references attachments
);

select protect_tenant_table('attachment_relations');
create index attachment_relations_of_record on attachment_relations (tenant_id, type, record_id);
grant select, insert (attachment_id, type, record_id, parameter), delete on attachment_relations to hub_app;

create function mark_relations_of_archived() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update attachment_relations x set is_record_archived = (n.archived_on is not null)
  from new_rows n
  where x.tenant_id = n.tenant_id and x.type = replace(tg_table_name, '_', '-') and x.record_id = (to_jsonb(n) ->> tg_argv[0])::uuid
    and x.is_record_archived <> (n.archived_on is not null);
  return null;
end
$$;

create function remove_relations_of_purged() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from attachment_relations x using old_rows o
  where x.tenant_id = o.tenant_id and x.type = replace(tg_table_name, '_', '-') and x.record_id = (to_jsonb(o) ->> tg_argv[0])::uuid;
  return null;
end
$$;

-- Lets the records of a table have attachments: select make_attachable('roles', 'role_id', 'Role', 'r.role_name').
-- Adding or removing a file is a change of both, the record and the attachment.
--   record_name  an expression over the records' columns: the name of a record
create function make_attachable(records regclass, id_column text, type_prefix text, record_name text) returns void language plpgsql as $make$
declare
  table_name text := (select relname from pg_class where oid = records);
  collection text := replace(table_name, '_', '-');
  function_name text := 'record_attachments_of_' || table_name;
begin
  execute format('create trigger attachments_archived after update on %s
    referencing new table as new_rows for each statement execute function mark_relations_of_archived(%L)', records, id_column);
  execute format('create trigger attachments_purged after delete on %s
    referencing old table as old_rows for each statement execute function remove_relations_of_purged(%L)', records, id_column);
  -- Records are archived before they are purged, so that purging one adds no entry.
  execute format($$
    create function %1$I() returns trigger language plpgsql security definer set search_path = public, pg_temp as $function$
    declare
      added boolean := tg_op = 'INSERT';
    begin
      insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
      select x.tenant_id, told.collection, told.record_id, told.record_name,
        told.type || case when added then 'Added' else 'Removed' end,
        case when added then '{}' else told.state end, case when added then told.state else '{}' end
      from changed x join attachments a using (tenant_id, attachment_id) join %2$s r on r.tenant_id = x.tenant_id and r.%3$I = x.record_id,
        lateral (values
          (%4$L, x.record_id, %5$s, %6$L, jsonb_build_object('attachmentId', a.attachment_id, 'fileName', a.file_name)),
          ('attachments', a.attachment_id, a.file_name, 'AttachmentRelation', jsonb_build_object('displayName', %5$s))
        ) as told (collection, record_id, record_name, type, state)
      where x.type = %4$L and a.archived_on is null and r.archived_on is null;
      return null;
    end
    $function$
  $$, function_name, records, id_column, collection, record_name, type_prefix || 'Attachment');
  execute format('create trigger %I after insert on attachment_relations referencing new table as changed
    for each statement execute function %I()', function_name || '_added', function_name);
  execute format('create trigger %I after delete on attachment_relations referencing old table as changed
    for each statement execute function %I()', function_name || '_removed', function_name);
end
$make$;

revoke execute on function make_attachable from public;
select make_attachable('roles', 'role_id', 'Role', 'r.role_name');

create table attachment_shares (
  tenant_id uuid not null default app_tenant() references tenants,
  attachment_share_id uuid not null default time_ordered_uuid(),
  attachment_id uuid not null,
  -- The end of the share link; anyone who has it may download the file.
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

select protect_tenant_table('attachment_shares');
create index attachment_shares_of_attachment on attachment_shares (tenant_id, attachment_id) where removed_on is null;

grant select, insert (attachment_id, share_key, valid_until, password_hash, max_downloads),
  update (removed_on, download_count) on attachment_shares to hub_app;

-- Permits one download, soon, after the password of a share link was entered.
create table attachment_share_tickets (
  tenant_id uuid not null default app_tenant() references tenants,
  ticket_hash text not null,
  attachment_share_id uuid not null,
  expires_on timestamptz(3) not null,
  primary key (tenant_id, ticket_hash),
  foreign key (tenant_id, attachment_share_id) references attachment_shares
);

select protect_tenant_table('attachment_share_tickets');
create index attachment_share_tickets_age on attachment_share_tickets (expires_on);
grant select, insert (ticket_hash, attachment_share_id, expires_on), delete on attachment_share_tickets to hub_app;

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

select protect_tenant_table('attachment_download_logs');

create index attachment_download_logs_by_date
  on attachment_download_logs (tenant_id, attachment_id, download_date, attachment_download_log_id);

grant select, insert (attachment_id, attachment_share_id, user_first_name, user_last_name, sync_version)
  on attachment_download_logs to hub_app;

-- Creating or revoking a share link is a change of the attachment; the history never contains the key.
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

create trigger history_insert after insert on attachment_shares for each row execute function tell_of_attachment_shares();

create trigger history_end after update on attachment_shares for each row
  when (old.removed_on is null and new.removed_on is not null) execute function tell_of_attachment_shares();
