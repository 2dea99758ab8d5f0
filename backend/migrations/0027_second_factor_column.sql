-- rolling
-- The kind of second factor of each user, for the list of users (AU-11). It is read from the factors themselves, to which
-- hub_app has no rights, so that it is exact at any time. EXISTS lets the planner hash a table of factors once for many users.
create or replace view users_search as
  select tenant_id, user_id, user_name_sort, first_name_sort, last_name_sort, name_sort, email_sort, last_login_on,
    created_on, created_by_sort, archived_on,
    (first_name_sort || ' ' || last_name_sort || ' ' || first_name_sort || E'\n' || user_name_sort || E'\n' || email_sort) as search_text,
    user_name, is_active, suspended_until,
    case when exists (select from totp_factors t where t.user_id = users.user_id and t.confirmed_on is not null)
      then case when exists (select from passkeys p where p.user_id = users.user_id) then 'both' else 'totp' end
      else case when exists (select from passkeys p where p.user_id = users.user_id) then 'passkey' else 'none' end
    end as second_factor
  from users
  where archived_on is null and tenant_id = (select app_tenant());
