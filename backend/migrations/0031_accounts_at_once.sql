-- As create_account for each of several names, in their order. Each is looked up by the index of names: a planner that knows nothing
-- yet of users who have just come would read all of them.
create function create_accounts(new_user_names text[], new_password_hash text) returns table (place bigint, user_id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  with named as materialized (
    select name, place, time_ordered_uuid() as id from unnest(new_user_names) with ordinality as listed (name, place)
  ), made as (
    insert into accounts (user_id, user_name, password_hash, password_changed_on)
    select n.id, n.name, new_password_hash, case when new_password_hash is not null then now() end
    from named n left join lateral (
      select true as is_taken from users
      where tenant_id = app_tenant() and lower(user_name) = lower(n.name) and archived_on is null limit 1
    ) others on true
    where is_taken is null
    returning accounts.user_id
  )
  select n.place, made.user_id from named n left join made on made.user_id = n.id
$$;
--> statement-breakpoint
revoke execute on function create_accounts from public;
--> statement-breakpoint
grant execute on function create_accounts to hub_app;
