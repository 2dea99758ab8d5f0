-- How many living rows there are, kept by statement triggers, so that a list's exact total costs no counting.
-- A count is spread over slots, one per database process, so that writers do not wait for each other; the total is their sum.

create table record_counts (
  tenant_id uuid not null,
  -- The table, or table and id of what its rows belong to: users, roles, user_roles:<role id>.
  counter text not null,
  slot integer not null default pg_backend_pid() % 64,
  count bigint not null,
  primary key (tenant_id, counter, slot)
);
--> statement-breakpoint
select protect_tenant_table('record_counts');
--> statement-breakpoint
grant select on record_counts to hub_app;
--> statement-breakpoint
create function count_new_records() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into record_counts (tenant_id, counter, count)
  select tenant_id, tg_table_name, count(*) from new_rows where archived_on is null group by tenant_id
  on conflict (tenant_id, counter, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;
--> statement-breakpoint
create function count_changed_records() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into record_counts (tenant_id, counter, count)
  select tenant_id, tg_table_name, sum(living) from (
    select tenant_id, 1 as living from new_rows where archived_on is null
    union all
    select tenant_id, -1 from old_rows where archived_on is null
  ) as changes
  group by tenant_id having sum(living) <> 0
  on conflict (tenant_id, counter, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;
--> statement-breakpoint
create trigger count_insert after insert on users referencing new table as new_rows
  for each statement execute function count_new_records();
--> statement-breakpoint
create trigger count_update after update on users referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_records();
--> statement-breakpoint
create trigger count_insert after insert on roles referencing new table as new_rows
  for each statement execute function count_new_records();
--> statement-breakpoint
create trigger count_update after update on roles referencing old table as old_rows new table as new_rows
  for each statement execute function count_changed_records();
--> statement-breakpoint
create function count_added_role_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into record_counts (tenant_id, counter, count)
  select tenant_id, 'user_roles:' || role_id, count(*) from new_rows group by tenant_id, role_id order by role_id
  on conflict (tenant_id, counter, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;
--> statement-breakpoint
create trigger count_insert after insert on user_roles referencing new table as new_rows
  for each statement execute function count_added_role_users();
--> statement-breakpoint
create function count_removed_role_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into record_counts (tenant_id, counter, count)
  select tenant_id, 'user_roles:' || role_id, -count(*) from old_rows group by tenant_id, role_id order by role_id
  on conflict (tenant_id, counter, slot) do update set count = record_counts.count + excluded.count;
  return null;
end
$$;
--> statement-breakpoint
create trigger count_delete after delete on user_roles referencing old table as old_rows
  for each statement execute function count_removed_role_users();
--> statement-breakpoint
-- The host tenant, the only one while multi-tenancy is off; last, so that it is recorded and counted as any other.
insert into tenants (identifier, name) values ('main', 'Main');
