-- A report of attributes beside those that each tenant has already.
create or replace function add_reports(tenant uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into reports (tenant_id, source, report_name, report_name_translation)
  select tenant, source, name, jsonb_build_object('en', name, 'de', german)
  from (values ('users', 'Users', 'Benutzer'), ('roles', 'Roles', 'Rollen'), ('attachments', 'Attachments', 'Anhänge'),
    ('attributes', 'Attributes', 'Attribute')) as first (source, name, german)
  where not exists (select from reports r where r.tenant_id = tenant and r.source = first.source)
$$;
--> statement-breakpoint
select add_reports(tenant_id) from tenants;
