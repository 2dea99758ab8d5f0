-- A count's slots were numbered by database process, so two processes whose numbers met waited for each other, and, with two
-- counts in opposite order, for ever. Now a writer takes any slot that is free, and makes one when none is.
create sequence record_count_slots as integer minvalue 64 cycle;
--> statement-breakpoint
alter table record_counts alter column slot set default nextval('record_count_slots');
--> statement-breakpoint
create function add_to_count(tenant uuid, name text, change bigint) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  update record_counts set count = count + change
  where tenant_id = tenant and counter = name and slot = (
    select slot from record_counts where tenant_id = tenant and counter = name order by slot limit 1 for update skip locked);
  if not found then
    insert into record_counts (tenant_id, counter, count) values (tenant, name, change);
  end if;
end
$$;
--> statement-breakpoint
revoke execute on function add_to_count from public;
--> statement-breakpoint
create or replace function count_new_records() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, tg_table_name, living) from (
    select tenant_id, count(*) as living from new_rows where archived_on is null group by tenant_id
  ) as changes;
  return null;
end
$$;
--> statement-breakpoint
create or replace function count_changed_records() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, tg_table_name, living) from (
    select tenant_id, sum(sign)::bigint as living from (
      select tenant_id, 1 as sign from new_rows where archived_on is null
      union all
      select tenant_id, -1 from old_rows where archived_on is null
    ) as rows_counted
    group by tenant_id having sum(sign) <> 0
  ) as changes;
  return null;
end
$$;
--> statement-breakpoint
create or replace function count_added_role_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, 'user_roles:' || role_id, holders) from (
    select tenant_id, role_id, count(*) as holders from new_rows group by tenant_id, role_id
  ) as changes;
  return null;
end
$$;
--> statement-breakpoint
create or replace function count_removed_role_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform add_to_count(tenant_id, 'user_roles:' || role_id, -holders) from (
    select tenant_id, role_id, count(*) as holders from old_rows group by tenant_id, role_id
  ) as changes;
  return null;
end
$$;
