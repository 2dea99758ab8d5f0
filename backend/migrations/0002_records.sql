-- Shared by all tables of records.

-- The number of living rows, kept by statement triggers, so that the exact total of a list needs no counting. A count is split
-- into slots, so that writers do not wait for each other; the total is their sum.
create sequence record_count_slots as integer minvalue 64 cycle;

create table record_counts (
  tenant_id uuid not null,
  -- The table, or the table and the id of the record that its rows belong to: users, roles, user_roles:<role id>.
  counter text not null,
  slot integer not null default nextval('record_count_slots'),
  count bigint not null,
  primary key (tenant_id, counter, slot)
);

select protect_tenant_table('record_counts');
grant select on record_counts to hub_app, hub_auth;
create policy sign_in on record_counts for select to hub_auth using (true);

-- A writer takes any free slot and adds one when none is free: otherwise two writers of two counts in opposite order would
-- deadlock.
create function add_to_count(tenant uuid, name text, change bigint) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update record_counts set count = count + change
  where tenant_id = tenant and counter = name and slot = (
    select slot from record_counts where tenant_id = tenant and counter = name order by slot limit 1 for update skip locked);
  if not found then
    insert into record_counts (tenant_id, counter, count) values (tenant, name, change);
  end if;
end
$$;

revoke execute on function add_to_count from public;

create function count_new_records() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, tg_table_name, living) from (
    select tenant_id, count(*) as living from new_rows where archived_on is null group by tenant_id
  ) as changes;
  return null;
end
$$;

create function count_changed_records() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, tg_table_name, living) from (
    select tenant_id, sum(sign)::bigint as living from (
      select tenant_id, 1 as sign from new_rows where archived_on is null
      union all
      select tenant_id, -1 from old_rows where archived_on is null
    ) as rows_counted
    group by tenant_id having sum(sign) <> 0
  ) as changes;
  return null;
end
$$;

-- Adds to a table of records: rows of the tenant alone, versions, the trace of changes, the count of living rows, indexes of
-- the trace columns, and grants for hub_app. make_records() calls it; a table that differs from others calls it itself and
-- writes out its history, search and other indexes.
--   editable  the columns that people fill in; other columns do not count as a change, and hub_app may not write them
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

revoke execute on function keep_records from public;

-- Makes a table of records. The migration of an area declares its own columns:
--   create table suppliers (supplier_name text not null, since date, note text not null default '');
--   select make_records('suppliers', 'Supplier', 'supplier_name', uniques => '{supplier_name}', unlisted => '{note}');
-- and make_records() adds the rest: tenant, id (supplier_id), trace, version, sort keys with their indexes, search, the history
-- and all of keep_records(). Texts are never null; an empty text means the same.
-- Call it again with the new arguments when columns have been added, or dropped with `cascade`.
--   name_column  the name of a record
--   searched     the columns that are searched; only the name by default
--   uniques      the columns in which two living records of a tenant cannot have the same value, ignoring case
--   unlisted     the columns that are not in the list, such as rich text: they get no sort key
--   kept         the columns that people do not fill in: hub_app may not write them
-- lib/contract declares the same for each column; a test compares the two.
create function make_records(
  records regclass, type_prefix text, name_column name, searched text[] default null,
  uniques text[] default '{}', unlisted text[] default '{}', kept text[] default '{}'
) returns void language plpgsql as $make$
declare
  table_name text := (select relname from pg_class where oid = records);
  id_column name := lower(regexp_replace(type_prefix, '(?!^)([A-Z])', '_\1', 'g')) || '_id';
  is_new boolean := not exists (
    select from pg_attribute where attrelid = records and attname = 'tenant_id' and not attisdropped);
  own text[] := array(
    select attname from pg_attribute
    where attrelid = records and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> all (array['tenant_id', id_column, 'created_on', 'created_by', 'created_by_name',
        'updated_on', 'updated_by', 'updated_by_name', 'archived_on', 'version'])
    order by attnum);
  written text[] := array(select name from unnest(own) with ordinality as all_own (name, place)
    where name <> all (kept) order by place);
  looked_in text[] := coalesce(searched, array[name_column::text]);
  unknown text := (select string_agg(name, ', ') from unnest(looked_in || uniques || unlisted || kept || name_column::text) as name
    where name <> all (own));
  search_text text := (select string_agg(format('%I', name || '_sort'), ' || E''\n'' || ') from unnest(looked_in) as name);
  part record;
  sort_key text;
begin
  if unknown is not null then
    raise exception 'make_records: % has no column %', records, unknown;
  end if;
  if is_new then
    execute format('alter table %s
      add column tenant_id uuid not null default app_tenant() references tenants,
      add column %I uuid not null default time_ordered_uuid(),
      add column created_on timestamptz(3) not null default now(),
      add column created_by uuid default app_actor(),
      add column created_by_name text not null default app_actor_name(),
      add column updated_on timestamptz(3),
      add column updated_by uuid,
      add column updated_by_name text,
      add column archived_on timestamptz(3),
      add column version integer not null default 1', records, id_column);
    execute format('alter table %s
      add column created_by_sort text collate "C" not null generated always as (fold(created_by_name)) stored,
      add primary key (tenant_id, %I)', records, id_column);
    perform keep_records(records, id_column, written);
  else
    execute format('create or replace trigger touch before update on %s for each row when ((%s) is distinct from (%s))
      execute function touch_record()', records,
      (select string_agg(format('old.%I', name), ', ') from unnest(written || array['archived_on']) as name),
      (select string_agg(format('new.%I', name), ', ') from unnest(written || array['archived_on']) as name));
    execute format('grant insert (%1$s), update (%1$s) on %2$s to hub_app',
      (select string_agg(quote_ident(name), ', ') from unnest(written) as name), records);
  end if;
  for part in
    select attname as name, atttypid = 'text'::regtype as is_text, attnotnull as is_needed
    from pg_attribute where attrelid = records and attname = any (own) order by attnum
  loop
    if part.is_text and not part.is_needed then
      raise exception 'make_records: % of % is a text, which is empty rather than null', part.name, records;
    end if;
    sort_key := part.name || case when part.is_text then '_sort' else '' end;
    if part.is_text and (part.name <> all (unlisted) or part.name = any (looked_in)) then
      execute format('alter table %s add column if not exists %I text collate "C" not null generated always as (fold(%I)) stored',
        records, sort_key, part.name);
    end if;
    continue when part.name = any (unlisted);
    -- A covering index, so that deep pages are counted in the index alone; a missing value sorts first.
    execute format('create index if not exists %I on %s (tenant_id, %I %s, %I) where archived_on is null',
      table_name || '_by_' || part.name, records, sort_key, case when part.is_needed then '' else 'nulls first' end, id_column);
  end loop;
  for part in select name from unnest(uniques) as name loop
    execute format('create unique index if not exists %I on %s (tenant_id, lower(%I)) where archived_on is null',
      table_name || '_' || part.name || '_key', records, part.name);
  end loop;
  -- As with users_search: LIKE is not leakproof, so the view names the tenant itself, which allows the index.
  execute format('drop index if exists %I', table_name || '_by_text');
  execute format('create index %I on %s using gin ((%s) gin_trgm_ops)', table_name || '_by_text', records, search_text);
  -- Statistics decide whether the planner uses this index; those of a single column are the statistics of the table.
  if cardinality(looked_in) = 1 then
    execute format('alter table %s alter column %I set statistics 500', records, looked_in[1] || '_sort');
  else
    execute format('alter index %I alter column 1 set statistics 500', table_name || '_by_text');
  end if;
  execute format('drop view if exists %I', table_name || '_search');
  execute format('create view %I as select (%s) as search_text, r.* from %s r
    where r.archived_on is null and r.tenant_id = (select app_tenant())', table_name || '_search', search_text, records);
  execute format('grant select on %I to hub_app', table_name || '_search');
  perform track_history(records, id_column, type_prefix, quote_ident(name_column));
end
$make$;

revoke execute on function make_records from public;

-- Makes a table of child rows of a record, such as the inspections of a vehicle. The migration declares its own columns:
--   create table vehicle_inspections (inspected_on date not null, result text not null);
--   select make_child_rows('vehicle_inspections', 'VehicleInspection', 'vehicles', 'r.licence_plate');
-- and make_child_rows() adds the rest: tenant, id (vehicle_inspection_id), the id of the parent (vehicle_id) with its index,
-- who created a row and when, grants for hub_app, and the history. Changes of a row are recorded as changes of its parent, with
-- the types VehicleInspectionAdded, VehicleInspectionChanged and VehicleInspectionRemoved: a type that ends in Deleted would
-- mean that the parent was deleted. Rows are deleted for good, and with their parent when it is purged.
--   parent_name  an expression over the parent's columns: the name of the parent
create function make_child_rows(children regclass, type_prefix text, parents regclass, parent_name text) returns void language plpgsql as $make$
declare
  table_name text := (select relname from pg_class where oid = children);
  parent_table text := (select relname from pg_class where oid = parents);
  id_column name := lower(regexp_replace(type_prefix, '(?!^)([A-Z])', '_\1', 'g')) || '_id';
  parent_id name := (
    select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = parents and i.indisprimary and a.attname <> 'tenant_id');
  own text[] := array(
    select attname from pg_attribute where attrelid = children and attnum > 0 and not attisdropped and attgenerated = '' order by attnum);
  written text := (select string_agg(quote_ident(name), ', ') from unnest(own) as name);
  before text := (select string_agg(format('o.%I', name), ', ') from unnest(own) as name);
  after text := (select string_agg(format('n.%I', name), ', ') from unnest(own) as name);
begin
  execute format('alter table %1$s
    add column tenant_id uuid not null default app_tenant() references tenants,
    add column %2$I uuid not null default time_ordered_uuid(),
    add column %3$I uuid not null,
    add column created_on timestamptz(3) not null default now(),
    add column created_by uuid default app_actor(),
    add column created_by_name text not null default app_actor_name(),
    add primary key (tenant_id, %2$I),
    add foreign key (tenant_id, %3$I) references %4$s', children, id_column, parent_id, parents);
  execute format('create index %I on %s (tenant_id, %I)', table_name || '_of_parent', children, parent_id);
  perform protect_tenant_table(children);
  execute format('grant select, insert (%1$I, %2$s), update (%2$s), delete on %3$s to hub_app', parent_id, written, children);
  execute format($$
    create function %1$I() returns trigger language plpgsql security definer set search_path = public, pg_temp as $function$
    begin
      if tg_op = 'INSERT' then
        insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
        select r.tenant_id, %2$L, r.%3$I, %4$s, %5$L, '{}', %6$s
        from new_rows n join %7$s r using (tenant_id, %3$I);
      elsif tg_op = 'UPDATE' then
        insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
        select r.tenant_id, %2$L, r.%3$I, %4$s, %8$L, %9$s, %6$s
        from new_rows n join old_rows o using (tenant_id, %10$I) join %7$s r on r.tenant_id = n.tenant_id and r.%3$I = n.%3$I
        where (%11$s) is distinct from (%12$s);
      else
        insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
        select r.tenant_id, %2$L, r.%3$I, %4$s, %13$L, %9$s, '{}'
        from old_rows o join %7$s r using (tenant_id, %3$I);
      end if;
      return null;
    end
    $function$
  $$, 'record_changes_of_' || table_name, replace(parent_table, '_', '-'), parent_id, parent_name, type_prefix || 'Added',
    state_expression(children, own, 'n'), parents, type_prefix || 'Changed', state_expression(children, own, 'o'), id_column,
    before, after, type_prefix || 'Removed');
  execute format('create trigger history_insert after insert on %s referencing new table as new_rows
    for each statement execute function %I()', children, 'record_changes_of_' || table_name);
  execute format('create trigger history_update after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function %I()', children, 'record_changes_of_' || table_name);
  execute format('create trigger history_delete after delete on %s referencing old table as old_rows
    for each statement execute function %I()', children, 'record_changes_of_' || table_name);
end
$make$;

revoke execute on function make_child_rows from public;
