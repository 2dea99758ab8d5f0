-- The tenants that the acting user can enter, each looked up by itself: a planner that knows nothing of the tables yet read
-- all tenants again for each of a thousand memberships.
create or replace function tenants_of_actor() returns table (identifier text, name text, colour text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.identifier, t.name, t.colour
  from (select tenant_id from users where user_id = app_actor() and archived_on is null offset 0) u
    cross join lateral (select * from tenants where tenant_id = u.tenant_id offset 0) t
  where t.is_active and t.archived_on is null
  order by t.name_sort, t.tenant_id
$$;
