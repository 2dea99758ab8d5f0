-- With the name itself: who looks for several names at once, as an import does, is led to each by the index on names, which row-level
-- security would keep from being used, since lower() is not leakproof.
create or replace view users_search as
  select tenant_id, user_id, user_name_sort, first_name_sort, last_name_sort, name_sort, email_sort, last_login_on,
    created_on, created_by_sort, archived_on,
    (first_name_sort || ' ' || last_name_sort || ' ' || first_name_sort || E'\n' || user_name_sort || E'\n' || email_sort) as search_text,
    user_name
  from users
  where archived_on is null and tenant_id = (select app_tenant());
