-- Attributes that tenants define, and their values.

create table attributes (
  attribute_name text not null,
  attribute_type_id text not null,
  -- The meaning depends on the type: an endpoint, a number of rows, or options as JSON.
  attribute_format text not null default '',
  attribute_csv_values text not null default '',
  dependent_attribute_id uuid,
  dependent_property_id text not null default '',
  asset_type_ids jsonb not null default '[]'
);

select make_records('attributes', 'Attribute', 'attribute_name', uniques => '{attribute_name}',
  unlisted => '{attribute_format,attribute_csv_values,dependent_attribute_id,dependent_property_id,asset_type_ids}');

alter table attributes add column attribute_options jsonb not null generated always as (
  case when attribute_format <> '' and attribute_type_id in ('Number', 'Boolean', 'DateTime', 'Layout', 'Signature')
    then attribute_format::jsonb else '{}' end) stored;

alter table attributes add foreign key (tenant_id, dependent_attribute_id) references attributes;

-- The kinds of records that have an attribute.
create table attribute_assignments (
  tenant_id uuid not null default app_tenant() references tenants,
  attribute_assignment_id uuid not null default time_ordered_uuid(),
  attribute_id uuid not null,
  attribute_assignment_type_id text not null,
  is_global_form_definition boolean not null default false,
  subtype text not null default '',
  -- Every record of the kind needs a value.
  is_required boolean not null default false,
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  primary key (tenant_id, attribute_assignment_id),
  unique (tenant_id, attribute_id, attribute_assignment_type_id, subtype),
  foreign key (tenant_id, attribute_id) references attributes
);

select protect_tenant_table('attribute_assignments');
create index attribute_assignments_of_type on attribute_assignments (tenant_id, attribute_assignment_type_id, attribute_id);

grant select, insert (attribute_id, attribute_assignment_type_id, is_global_form_definition, subtype, is_required), delete
  on attribute_assignments to hub_app;

-- An assignment is recorded as a change of the attribute.
create function tell_of_attribute_assignments() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  assignment attribute_assignments;
  told jsonb;
  type text;
begin
  if tg_op = 'INSERT' then assignment := new; else assignment := old; end if;
  type := assignment.attribute_assignment_type_id;
  told := jsonb_build_object('attributeAssignmentTypeName',
    upper(left(type, 1)) || lower(regexp_replace(substr(type, 2), '([A-Z])', ' \1', 'g')), 'subtype', assignment.subtype,
    'isGlobalFormDefinition', assignment.is_global_form_definition, 'isRequired', assignment.is_required);
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select a.tenant_id, 'attributes', a.attribute_id, a.attribute_name,
    case when tg_op = 'INSERT' then 'AttributeAssigned' else 'AttributeAssignmentRemoved' end,
    case when tg_op = 'INSERT' then '{}' else told end, case when tg_op = 'INSERT' then told else '{}' end
  from attributes a where a.tenant_id = assignment.tenant_id and a.attribute_id = assignment.attribute_id;
  return null;
end
$$;

create trigger history after insert or delete on attribute_assignments for each row
  execute function tell_of_attribute_assignments();

-- A value in readable form, with the type that it had at that time; of a chosen entry its id too, by which it can be chosen again.
create function attribute_value_state(
  name text, type text, text_value text, value_name text, number_value numeric, boolean_value boolean, day_value date,
  moment_value timestamptz, signature jsonb
) returns jsonb language sql stable as $$
  select jsonb_build_object('attributeName', name, 'attributeValue', jsonb_build_object('attributeType', type, 'value', coalesce(
    to_jsonb(number_value), to_jsonb(boolean_value), to_jsonb(day_value), to_jsonb(iso_instant(moment_value)),
    to_jsonb((signature ->> 'signatureName') || ', ' || (signature ->> 'signatureDate')),
    case when type = 'Checkboxes' and text_value <> '' then to_jsonb(string_to_array(text_value, ';')) end,
    to_jsonb(coalesce(nullif(value_name, ''), text_value))))
    || case when type = 'DetailTable' and text_value <> '' then jsonb_build_object('id', text_value) else '{}' end)
$$;

-- Makes the table of the attribute values of records: select make_attribute_values('roles', 'Role', 'r.role_name') makes
-- role_attributes, with a row for each attribute of a role and a column for each kind of value.
--   record_name  an expression over the records' columns: the name of a record
create function make_attribute_values(records regclass, type_prefix text, record_name text) returns void language plpgsql as $make$
declare
  table_name text := (select relname from pg_class where oid = records);
  noun text := lower(regexp_replace(type_prefix, '(?!^)([A-Z])', '_\1', 'g'));
  record_id name := noun || '_id';
  values_table name := noun || '_attributes';
  value_id name := noun || '_attribute_id';
  value_columns text := 'text_value, value_name, number_value, boolean_value, day_value, moment_value, signature';
  state text := 'attribute_value_state(a.attribute_name, %1$s.attribute_type_id, %1$s.text_value, %1$s.value_name, %1$s.number_value,
    %1$s.boolean_value, %1$s.day_value, %1$s.moment_value, %1$s.signature)';
begin
  execute format($$
    create table %1$I (
      tenant_id uuid not null default app_tenant() references tenants,
      %2$I uuid not null default time_ordered_uuid(),
      %3$I uuid not null,
      attribute_id uuid not null,
      -- Copied from the attribute, whose type cannot change while there are values.
      attribute_type_id text not null,
      text_value text not null default '',
      value_name text not null default '',
      number_value numeric,
      boolean_value boolean,
      day_value date,
      moment_value timestamptz(3),
      signature jsonb,
      created_on timestamptz(3) not null default now(),
      created_by uuid default app_actor(),
      created_by_name text not null default app_actor_name(),
      updated_on timestamptz(3),
      updated_by uuid,
      updated_by_name text,
      version integer not null default 1,
      -- Row-level security lets only leakproof comparisons use an index, and those of numeric are not leakproof. Numbers are
      -- kept with at most 15 digits, which a double holds exactly.
      number_sort double precision generated always as (number_value::double precision) stored,
      primary key (tenant_id, %2$I),
      unique (tenant_id, %3$I, attribute_id),
      foreign key (tenant_id, %3$I) references %4$s,
      foreign key (tenant_id, attribute_id) references attributes
    )$$, values_table, value_id, record_id, records);
  perform protect_tenant_table(values_table::regclass);
  -- Filters and sorts search the values of one attribute.
  execute format('create index %I on %I (tenant_id, attribute_id, number_sort) where number_sort is not null',
    values_table || '_numbers', values_table);
  execute format('create index on %I (tenant_id, attribute_id, left(fold(text_value), 100))', values_table);
  execute format('grant select, insert (%1$I, attribute_id, attribute_type_id, %2$s), update (%2$s), delete on %3$I to hub_app',
    record_id, value_columns, values_table);
  execute format('create trigger touch before update on %I for each row when ((%s) is distinct from (%s)) execute function touch_record()',
    values_table, 'old.' || replace(value_columns, ', ', ', old.'), 'new.' || replace(value_columns, ', ', ', new.'));
  execute format($$
    create function %1$I() returns trigger language plpgsql security definer set search_path = public, pg_temp as $function$
    begin
      if tg_op = 'INSERT' then
        insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
        select r.tenant_id, %2$L, r.%3$I, %4$s, %5$L, '{}', %6$s
        from new_rows n join %9$s r using (tenant_id, %3$I) join attributes a using (tenant_id, attribute_id);
      elsif tg_op = 'UPDATE' then
        insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
        select r.tenant_id, %2$L, r.%3$I, %4$s, %7$L, %8$s, %6$s
        from new_rows n join old_rows o using (tenant_id, %3$I, attribute_id) join %9$s r using (tenant_id, %3$I)
          join attributes a using (tenant_id, attribute_id)
        where n.version <> o.version;
      else
        insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
        select r.tenant_id, %2$L, r.%3$I, %4$s, %10$L, %8$s, '{}'
        from old_rows o join %9$s r using (tenant_id, %3$I) join attributes a using (tenant_id, attribute_id);
      end if;
      return null;
    end
    $function$
  $$, 'tell_of_' || values_table, replace(table_name, '_', '-'), record_id, record_name,
    type_prefix || 'AttributeAdded', format(state, 'n'), type_prefix || 'AttributeChanged', format(state, 'o'), records,
    type_prefix || 'AttributeRemoved');
  execute format('create trigger history_insert after insert on %I referencing new table as new_rows
    for each statement execute function %I()', values_table, 'tell_of_' || values_table);
  execute format('create trigger history_update after update on %I referencing old table as old_rows new table as new_rows
    for each statement execute function %I()', values_table, 'tell_of_' || values_table);
  execute format('create trigger history_delete after delete on %I referencing old table as old_rows
    for each statement execute function %I()', values_table, 'tell_of_' || values_table);
end
$make$;

revoke execute on function make_attribute_values from public;
select make_attribute_values('roles', 'Role', 'r.role_name');
select make_attribute_values('attachments', 'Attachment', 'r.file_name');
select make_attribute_values('users', 'User', 'display_name(r.first_name, r.last_name, r.user_name)');
