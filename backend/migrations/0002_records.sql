-- What every table of records has in common.

-- How many living rows there are, kept by statement triggers, so that a list's exact total costs no counting. A count is
-- spread over slots, so that writers do not wait for each other; the total is their sum.
create sequence record_count_slots as integer minvalue 64 cycle;
--> statement-breakpoint
create table record_counts (
  tenant_id uuid not null,
  -- The table, or table and id of what its rows belong to: users, roles, user_roles:<role id>.
  counter text not null,
  slot integer not null default nextval('record_count_slots'),
  count bigint not null,
  primary key (tenant_id, counter, slot)
);
--> statement-breakpoint
select protect_tenant_table('record_counts');
--> statement-breakpoint
grant select on record_counts to hub_app, hub_auth;
--> statement-breakpoint
create policy sign_in on record_counts for select to hub_auth using (true);
--> statement-breakpoint
-- A writer takes any slot that is free, and makes one when none is: two writers of two counts in opposite order would
-- otherwise wait for each other for ever.
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
--> statement-breakpoint
revoke execute on function add_to_count from public;
--> statement-breakpoint
create function count_new_records() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, tg_table_name, living) from (
    select tenant_id, count(*) as living from new_rows where archived_on is null group by tenant_id
  ) as changes;
  return null;
end
$$;
--> statement-breakpoint
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
--> statement-breakpoint
-- What every table of records needs beside its columns, by one line: rows of the tenant alone, versions and the trace of
-- changes, the count of living rows, the indexes of the trace columns, and what hub_app may write. make_records() below
-- calls it; a table that is not quite like others calls it itself, and writes out its history, search and other indexes.
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
--> statement-breakpoint
-- A table of records by one line. The migration of an area says what its columns are:
--   create table suppliers (supplier_name text not null, since date, note text not null default '');
--   select make_records('suppliers', 'Supplier', 'supplier_name', uniques => '{supplier_name}', unlisted => '{note}');
-- and make_records() adds the rest: tenant, id (supplier_id), trace, version, what is sorted by with its indexes, what phrases
-- are looked for in, what keep_records() does, and the history. Texts are never null: empty says the same.
-- When columns have been added, or dropped with `cascade`, the same line is called again, with what is new.
--   name_column  what a record is called
--   searched     the columns that phrases are looked for in; its name alone unless given
--   uniques      the columns of which no two living records of a tenant share a value, in any case
--   unlisted     the columns that the list does not have, such as rich text: nothing is sorted by them
--   kept         the columns that people do not fill in: hub_app may not write them
-- lib/contract says the same of each column; a test holds the two to each other.
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
    -- Complete in itself, so that deep pages are counted off in the index alone; what is missing counts as the least.
    execute format('create index if not exists %I on %s (tenant_id, %I %s, %I) where archived_on is null',
      table_name || '_by_' || part.name, records, sort_key, case when part.is_needed then '' else 'nulls first' end, id_column);
  end loop;
  for part in select name from unnest(uniques) as name loop
    execute format('create unique index if not exists %I on %s (tenant_id, lower(%I)) where archived_on is null',
      table_name || '_' || part.name || '_key', records, part.name);
  end loop;
  -- As that of users: LIKE is not leakproof, so the view names the tenant itself, and the index is used.
  execute format('drop index if exists %I', table_name || '_by_text');
  execute format('create index %I on %s using gin ((%s) gin_trgm_ops)', table_name || '_by_text', records, search_text);
  -- What the planner knows of the text decides between this index and reading on; of a single column it knows by the table.
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
--> statement-breakpoint
revoke execute on function make_records from public;
