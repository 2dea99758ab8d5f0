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
--> statement-breakpoint
-- Views that are shared are a change for others. What somebody keeps for themselves nobody else sees, here neither.
create function list_view_state(view list_views) returns jsonb language sql stable as $$
  select jsonb_build_object('viewName', view.view_name, 'list', view.list, 'audience', view.audience,
    'roleName', (select role_name from roles r where r.tenant_id = view.tenant_id and r.role_id = view.role_id),
    'query', view.query, 'density', view.density, 'columns', view.layout)
$$;
--> statement-breakpoint
create function record_shared_views() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  view list_views;
begin
  if tg_op = 'DELETE' then view := old; else view := new; end if;
  if view.audience = 'mine' then return null; end if;
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  values (view.tenant_id, 'roles/views', view.list_view_id, view.view_name,
    case tg_op when 'INSERT' then 'ListViewCreated' when 'UPDATE' then 'ListViewUpdated' else 'ListViewDeleted' end,
    case when tg_op <> 'INSERT' then list_view_state(old) end, case when tg_op <> 'DELETE' then list_view_state(new) end);
  return null;
end
$$;
--> statement-breakpoint
create trigger history after insert or update or delete on list_views for each row execute function record_shared_views();
