-- rolling
-- Suspended users cannot enter the tenant, and keep everything else (US-06).
alter table users
  add column is_active boolean not null default true,
  -- The instant from which a suspended user is active again; null: until reactivated.
  add column suspended_until timestamptz(3),
  add constraint users_active_until check (suspended_until is null or not is_active) not valid;

-- Also at the end of a suspension, before housekeeping has recorded it.
create function is_active_user(is_active boolean, suspended_until timestamptz) returns boolean
  language sql stable parallel safe
  return is_active or coalesce(suspended_until <= now(), false);

grant insert (is_active, suspended_until), update (is_active, suspended_until) on users to hub_app;

create or replace trigger touch before update on users for each row
  when ((old.user_name, old.first_name, old.last_name, old.email, old.avatar, old.is_active, old.suspended_until, old.archived_on)
    is distinct from (new.user_name, new.first_name, new.last_name, new.email, new.avatar, new.is_active, new.suspended_until, new.archived_on))
  execute function touch_record();

select track_history('users', 'user_id', 'User', 'display_name(first_name, last_name, user_name)',
  ignored => '{last_login_on}', secret => '{avatar}');

create or replace view users_search as
  select tenant_id, user_id, user_name_sort, first_name_sort, last_name_sort, name_sort, email_sort, last_login_on,
    created_on, created_by_sort, archived_on,
    (first_name_sort || ' ' || last_name_sort || ' ' || first_name_sort || E'\n' || user_name_sort || E'\n' || email_sort) as search_text,
    user_name, is_active, suspended_until
  from users
  where archived_on is null and tenant_id = (select app_tenant());

-- As for removed users, the secrets are kept as expired: they do not work again once the user is active, and the API can say why.
create function end_suspended_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update secrets set expires_on = least(expires_on, now()) where tenant_id = new.tenant_id and user_id = new.user_id;
  delete from viewings where tenant_id = new.tenant_id and new.user_id in (user_id, viewer_id);
  perform pg_notify('hub', json_build_object('kind', 'access', 'tenant', new.tenant_id, 'users', json_build_array(new.user_id))::text);
  return null;
end
$$;

create trigger end_suspended_sessions after update of is_active on users for each row
  when (is_active_user(old.is_active, old.suspended_until) and not new.is_active) execute function end_suspended_sessions();

create or replace function tenants_of_actor() returns table (identifier text, name text, colour text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.identifier, t.name, t.colour
  from (select tenant_id from users where user_id = app_actor() and archived_on is null
    and is_active_user(is_active, suspended_until) offset 0) u
    cross join lateral (select * from tenants where tenant_id = u.tenant_id offset 0) t
  where t.is_active and t.archived_on is null
  order by t.name_sort, t.tenant_id
$$;

-- backup/decisions.ts lists the kinds.
alter table hub.revocations drop constraint revocations_kind_check;

-- The subject is the id and, if the suspension ends by itself, the instant on a second line.
create function note_suspended() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into hub.revocations (kind, tenant_id, subject)
  values (case when new.is_active then 'userReactivated' else 'userSuspended' end, new.tenant_id,
    concat_ws(E'\n', new.user_id, iso_instant(new.suspended_until)));
  return null;
end
$$;

create trigger note_suspended after update of is_active, suspended_until on users for each row
  when ((old.is_active, old.suspended_until) is distinct from (new.is_active, new.suspended_until))
  execute function note_suspended();
