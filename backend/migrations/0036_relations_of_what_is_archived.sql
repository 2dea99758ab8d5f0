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
-- One line for a table whose records can refer to attachments.
create function make_attachable(records regclass, id_column text) returns void language plpgsql as $$
begin
  execute format('create trigger attachments_archived after update on %s
    referencing new table as new_rows for each statement execute function mark_relations_of_archived(%L)', records, id_column);
  execute format('create trigger attachments_purged after delete on %s
    referencing old table as old_rows for each statement execute function remove_relations_of_purged(%L)', records, id_column);
end
$$;
--> statement-breakpoint
revoke execute on function make_attachable from public;
--> statement-breakpoint
select make_attachable('roles', 'role_id');
