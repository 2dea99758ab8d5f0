-- Triggers record every change in the transaction that makes it (HI-01). They run as the owner and hub_app can only read, so
-- that nobody can alter the history. They are statement triggers, because one call may change many rows.

create table history (
  history_id uuid primary key default time_ordered_uuid(),
  tenant_id uuid not null,
  -- The path of the records' list, such as users.
  collection text not null,
  record_id uuid not null,
  -- The record's name at the time of the change.
  record_name text not null,
  type text not null,
  -- To the microsecond, so that the changes of one transaction keep their order.
  changed_on timestamptz not null default clock_timestamp(),
  changed_by uuid default app_actor(),
  changed_by_name text not null default app_actor_name(),
  -- The record, or the part of it that changed, before and after, in readable form; null where there is none.
  previous jsonb,
  current jsonb,
  changed_by_sort text collate "C" not null generated always as (fold(changed_by_name)) stored,
  -- The address that a sign-in or the use of a key came from: the audit log can be filtered by it.
  address text generated always as (
    case when type in ('UserSignedIn', 'UserSignInFailed', 'UserApiKeyUsed') then current ->> 'address' end) stored
);

select protect_tenant_table('history');
create index history_by_changed_on on history (tenant_id, collection, changed_on, history_id);
create index history_by_changed_by on history (tenant_id, collection, changed_by_sort, history_id);
create index history_by_type on history (tenant_id, collection, type, history_id);
create index history_of_record on history (tenant_id, collection, record_id, changed_on, history_id);
create index history_by_address on history (tenant_id, address, changed_on, history_id) where address is not null;

-- The figures on the home page are counted from this index alone.
create index history_of_sign_ins on history (tenant_id, changed_on, type)
  where collection = 'users' and type in ('UserSignedIn', 'UserSignInFailed', 'UserCreated');

grant select on history to hub_app;

-- Sign-ins, failed sign-ins and the use of keys happen before a tenant is entered. hub_auth can add these entries and no
-- others, and can neither change nor read any.
grant insert (tenant_id, collection, record_id, record_name, type, changed_by, changed_by_name, previous, current)
  on history to hub_auth;

create policy sign_in on history for insert to hub_auth
  with check (collection = 'users' and type in ('UserApiKeyUsed', 'UserSignedIn', 'UserSignInFailed'));

create function iso_instant(instant timestamptz) returns text language sql stable strict as $$
  select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- role_name -> roleName, as the contract spells it.
create function camel_case(name text) returns text language sql immutable strict parallel safe as $$
  select lower(left(words, 1)) || substr(words, 2)
  from (select replace(initcap(replace(name, '_', ' ')), ' ', '') as words) as spelt
$$;

-- An expression for the readable state of a row; archivedOn only where it is set.
create function state_expression(records regclass, columns text[], row_name text) returns text language sql stable as $$
  with pairs as (
    select coalesce(string_agg(format(
      case when a.atttypid = 'timestamptz'::regtype then '%L, iso_instant(%I.%I)' else '%L, %I.%I' end,
      camel_case(a.attname), row_name, a.attname), ', ' order by a.attnum), '') as listed
    from pg_attribute a where a.attrelid = records and a.attname = any(columns)
  )
  select case when exists (select from pg_attribute where attrelid = records and attname = 'archived_on' and not attisdropped)
    then format('case when %1$I.archived_on is null then jsonb_build_object(%2$s) else jsonb_build_object(%3$s) end',
      row_name, listed, concat_ws(', ', nullif(listed, ''), format('''archivedOn'', iso_instant(%I.archived_on)', row_name)))
    else format('jsonb_build_object(%s)', listed) end
  from pairs
$$;

-- Records the changes of a table. track_history() generates a trigger function with the columns spelt out, which makes a bulk
-- change far cheaper than converting whole rows. It records every insert, update and delete as <Prefix>Created, Updated,
-- Deleted (also for archiving) and Restored. Call it after protect_tenant_table(), and again with the same arguments when
-- columns have changed; a test names the columns that no call mentions.
--   record_name  an expression over the table's columns: the name of the record
--   apart        columns whose changes are recorded apart, as <Prefix><Column>Changed, such as a role's permissions
--   secret       the same, but the values are not recorded
--   ignored      columns that are not recorded; trace columns, version and generated columns never are
--   collection   the path of the records' list; by default the table's name with hyphens
create function track_history(
  records regclass, id_column name, type_prefix text, record_name text,
  apart text[] default '{}', secret text[] default '{}', ignored text[] default '{}', collection text default null
) returns void language plpgsql as $track$
declare
  table_name text := (select relname from pg_class where oid = records);
  columns text[] := array(
    select attname from pg_attribute
    where attrelid = records and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> all (array['tenant_id', id_column, 'created_on', 'created_by', 'created_by_name',
        'updated_on', 'updated_by', 'updated_by_name', 'archived_on', 'version'])
    order by attnum);
  shown text[] := array(select name from unnest(columns) with ordinality as all_columns (name, place)
    where name <> all (apart || secret || ignored) order by place);
  is_archived boolean := exists (
    select from pg_attribute where attrelid = records and attname = 'archived_on' and not attisdropped);
  compared text[] := case when is_archived then shown || array['archived_on'] else shown end;
  target text := 'history (tenant_id, collection, record_id, record_name, type, previous, current)';
  -- The first values of every entry; %s is the row that it is about.
  subject text := format('%%1$s.tenant_id, %L, %%1$s.%I, %%1$s.history_name', coalesce(collection, replace(table_name, '_', '-')), id_column);
  named text := format('(select *, %s as history_name from %%s)', record_name);
  changed text := format('from %s n join old_rows o using (%s)', format(named, 'new_rows'),
    case id_column when 'tenant_id' then 'tenant_id' else format('tenant_id, %I', id_column) end);
  first_state text := state_expression(records, shown, 'n');
  updates text;
  unknown text := (select string_agg(name, ', ') from unnest(apart || secret || ignored) as name where name <> all (columns));
  part text;
  part_type text;
begin
  if unknown is not null then
    raise exception 'track_history: % has no column %', records, unknown;
  end if;
  -- A new record includes those columns of `apart` that differ from their defaults.
  foreach part in array apart loop
    first_state := first_state || format(' || case when n.%1$I is not distinct from %2$s then ''{}'' else jsonb_build_object(%3$L, n.%1$I) end',
      part, coalesce((select pg_get_expr(adbin, adrelid) from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
        where adrelid = records and attname = part), 'null'), camel_case(part));
  end loop;
  updates := format('select %s, case %s else %L end, %s, %s %s where (%s) is distinct from (%s)',
    format(subject, 'n'),
    case when is_archived then format('when o.archived_on is null and n.archived_on is not null then %L when o.archived_on is not null and n.archived_on is null then %L',
      type_prefix || 'Deleted', type_prefix || 'Restored') else 'when false then null' end,
    type_prefix || 'Updated', state_expression(records, shown, 'o'), state_expression(records, shown, 'n'), changed,
    (select string_agg(format('o.%I', name), ', ') from unnest(compared) as name),
    (select string_agg(format('n.%I', name), ', ') from unnest(compared) as name));
  foreach part in array apart || secret loop
    part_type := camel_case(part);
    part_type := type_prefix || upper(left(part_type, 1)) || substr(part_type, 2) || 'Changed';
    updates := updates || format(' union all select %s, %L, %s %s where o.%5$I is distinct from n.%5$I',
      format(subject, 'n'), part_type,
      case when part = any (secret) then '''{}''::jsonb, ''{}''::jsonb'
        else format('jsonb_build_object(%1$L, o.%2$I), jsonb_build_object(%1$L, n.%2$I)', camel_case(part), part) end,
      changed, part);
  end loop;
  -- No nested loops: the plan is cached, and one made for a single row would be slow for thousands.
  execute format($body$
    create or replace function %1$I() returns trigger language plpgsql security definer
      set search_path = public, pg_temp set enable_nestloop = off as $function$
    -- Secret: %2$s. Ignored: %3$s.
    begin
      if tg_op = 'INSERT' then
        insert into %4$s select %5$s, %6$L, null, %7$s from %8$s n;
      elsif tg_op = 'UPDATE' then
        insert into %4$s %9$s;
      else
        insert into %4$s select %10$s, %11$L, %12$s, null from %13$s o;
      end if;
      return null;
    end
    $function$
  $body$, 'record_' || table_name, array_to_string(secret, ', '), array_to_string(ignored, ', '), target,
    format(subject, 'n'), type_prefix || 'Created', first_state, format(named, 'new_rows'), updates,
    format(subject, 'o'), type_prefix || 'Deleted', state_expression(records, shown, 'o'), format(named, 'old_rows'));
  execute format('create or replace trigger history_insert after insert on %s referencing new table as new_rows
    for each statement execute function %I()', records, 'record_' || table_name);
  execute format('create or replace trigger history_update after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function %I()', records, 'record_' || table_name);
  execute format('create or replace trigger history_delete after delete on %s referencing old table as old_rows
    for each statement execute function %I()', records, 'record_' || table_name);
end
$track$;

revoke execute on function track_history, state_expression from public;
