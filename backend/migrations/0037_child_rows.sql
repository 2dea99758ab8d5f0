-- The table of what belongs to a record, such as the inspections of a vehicle, by one line. The migration says what its own columns are:
--   create table vehicle_inspections (inspected_on date not null, result text not null);
--   select make_child_rows('vehicle_inspections', 'VehicleInspection', 'vehicles', 'r.licence_plate');
-- and make_child_rows() adds the rest: tenant, id (vehicle_inspection_id), the parent's id (vehicle_id) with its index, who made a
-- row and when, what hub_app may write, and the history. What becomes of a row is a change of its parent, which has the types
-- VehicleInspectionAdded, VehicleInspectionChanged and VehicleInspectionRemoved: a type that ends in Deleted would say that the
-- parent is gone. Rows are deleted for good, and with their parent when that is purged.
--   parent_name  an expression over the parent's columns: what a parent is called
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
--> statement-breakpoint
revoke execute on function make_child_rows from public;
