-- How the file of an import is read (TL-09), what is shown of its rows, and which of them name values of attributes.
alter table imports
  -- Empty for a text.
  add column sheet text not null default '',
  add column sheets jsonb not null default '[]',
  add column heading_row integer not null default 1,
  -- [{ rowNumber, text }] to choose the headings from
  add column first_rows jsonb not null default '[]',
  -- Values that have lost invisible characters at their ends.
  add column trimmed_count integer not null default 0;

grant insert (sheet, sheets, heading_row, first_rows), update (trimmed_count) on imports to hub_app;

-- [{ field, value, before }] as it is shown to the owner
alter table import_rows add column shown jsonb not null default '[]';

grant update (shown) on import_rows to hub_app;

-- An assignment can be changed, which is recorded as one change of the attribute.
alter table attribute_assignments add column version integer not null default 1;
grant update (attribute_assignment_type_id, is_global_form_definition, subtype, is_required, version) on attribute_assignments to hub_app;

create function attribute_assignment_state(assignment attribute_assignments) returns jsonb language sql stable as $$
  select jsonb_build_object('attributeAssignmentTypeName',
    upper(left(assignment.attribute_assignment_type_id, 1)) ||
      lower(regexp_replace(substr(assignment.attribute_assignment_type_id, 2), '([A-Z])', ' \1', 'g')),
    'subtype', assignment.subtype, 'isGlobalFormDefinition', assignment.is_global_form_definition, 'isRequired', assignment.is_required)
$$;

create or replace function tell_of_attribute_assignments() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  assignment attribute_assignments;
  was jsonb := '{}';
  is_now jsonb := '{}';
begin
  if tg_op = 'DELETE' then assignment := old; else assignment := new; end if;
  if tg_op <> 'INSERT' then was := attribute_assignment_state(old); end if;
  if tg_op <> 'DELETE' then is_now := attribute_assignment_state(new); end if;
  if was = is_now then return null; end if;
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select a.tenant_id, 'attributes', a.attribute_id, a.attribute_name,
    case tg_op when 'INSERT' then 'AttributeAssigned' when 'UPDATE' then 'AttributeAssignmentEdited' else 'AttributeAssignmentRemoved' end,
    was, is_now
  from attributes a where a.tenant_id = assignment.tenant_id and a.attribute_id = assignment.attribute_id;
  return null;
end
$$;

drop trigger history on attribute_assignments;
create trigger history after insert or update or delete on attribute_assignments for each row
  execute function tell_of_attribute_assignments();
