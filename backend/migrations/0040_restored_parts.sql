-- A role that very many held is given back to them some thousands at a time, as it was taken.
alter table deferred_work drop constraint deferred_work_event_check,
  add constraint deferred_work_event_check
    check (event in ('roleDeleted', 'roleRestored', 'permissionsChanged', 'tenantDeleted', 'tenantRestored'));
--> statement-breakpoint
-- Of a chosen entry its id too, by which it can be chosen again.
create or replace function attribute_value_state(
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
