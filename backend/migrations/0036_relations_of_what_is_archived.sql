-- What refers to an attachment refers to it again once it is restored. Until now archiving it deleted its relations.
alter table attachment_relations
  -- Kept here, as relations do not know the tables of the records.
  add column is_record_archived boolean not null default false;
--> statement-breakpoint
drop trigger attachments on roles;
--> statement-breakpoint
drop function let_go_of_attachments();
--> statement-breakpoint
create function mark_relations_of_archived() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update attachment_relations x set is_record_archived = (n.archived_on is not null)
  from new_rows n
  where x.tenant_id = n.tenant_id and x.type = replace(tg_table_name, '_', '-') and x.record_id = (to_jsonb(n) ->> tg_argv[0])::uuid
    and x.is_record_archived <> (n.archived_on is not null);
  return null;
end
$$;
--> statement-breakpoint
create function remove_relations_of_purged() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from attachment_relations x using old_rows o
  where x.tenant_id = o.tenant_id and x.type = replace(tg_table_name, '_', '-') and x.record_id = (to_jsonb(o) ->> tg_argv[0])::uuid;
  return null;
end
$$;
--> statement-breakpoint
-- One line for a table whose records can refer to attachments: select make_attachable('roles', 'role_id', 'Role', 'r.role_name').
-- A file that a record is given, or that is taken from it, is a change of both, which the history of each tells.
--   record_name  an expression over the records' columns: what a record is called
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
  -- What is purged leaves nothing behind, and is archived by then.
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
--> statement-breakpoint
revoke execute on function make_attachable from public;
--> statement-breakpoint
select make_attachable('roles', 'role_id', 'Role', 'r.role_name');
