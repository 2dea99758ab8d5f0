-- What every table of records needs beside its columns, by one line: rows of the tenant alone, versions and the trace of
-- changes, the count of living rows, the indexes of the trace columns, and what hub_app may write. Its history is a line of
-- its own, track_history(); an index for each further column that the list sorts by is written where the table is made.
--   editable  the columns that people fill in; a change of another one is none, and hub_app may not write it
create function keep_records(records regclass, id_column name, editable text[]) returns void language plpgsql as $$
declare
  table_name text := (select relname from pg_class where oid = records);
  written text := (select string_agg(quote_ident(name), ', ') from unnest(editable) as name);
  before text := (select string_agg(format('old.%I', name), ', ') from unnest(editable || array['archived_on']) as name);
  after text := (select string_agg(format('new.%I', name), ', ') from unnest(editable || array['archived_on']) as name);
begin
  perform protect_tenant_table(records);
  execute format('create trigger touch before update on %s for each row when ((%s) is distinct from (%s))
    execute function touch_record()', records, before, after);
  execute format('create trigger count_insert after insert on %s referencing new table as new_rows
    for each statement execute function count_new_records()', records);
  execute format('create trigger count_update after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function count_changed_records()', records);
  execute format('create index %I on %s (tenant_id, created_on, %I) where archived_on is null',
    table_name || '_by_created_on', records, id_column);
  execute format('create index %I on %s (tenant_id, created_by_sort, %I) where archived_on is null',
    table_name || '_by_created_by', records, id_column);
  execute format('create index %I on %s (tenant_id, updated_on) where updated_on is not null',
    table_name || '_by_updated_on', records);
  execute format('grant select, insert (%1$s), update (%1$s, archived_on) on %2$s to hub_app', written, records);
end
$$;
--> statement-breakpoint
revoke execute on function keep_records from public;
