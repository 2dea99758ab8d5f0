-- Sessions that look at the product as another person would (docs/decisions/0089-looking-as-another.md).
create table viewings (
  -- What tells the session from others: the hash of its secret, or of what a provider calls the sign-in.
  session_key text primary key,
  tenant_id uuid not null,
  viewer_id uuid not null,
  user_id uuid not null,
  ends_on timestamptz(3) not null,
  foreign key (tenant_id, viewer_id) references users on delete cascade,
  foreign key (tenant_id, user_id) references users on delete cascade
);
--> statement-breakpoint
select protect_tenant_table('viewings');
--> statement-breakpoint
create index viewings_of_viewer on viewings (tenant_id, viewer_id);
--> statement-breakpoint
create index viewings_of_user on viewings (tenant_id, user_id);
--> statement-breakpoint
-- Who a request comes from is found out as hub_auth. Nothing that serves a tenant reads or changes a viewing.
grant select, insert, delete on viewings to hub_auth;
--> statement-breakpoint
create policy sign_in on viewings to hub_auth using (true);
--> statement-breakpoint
-- The history of whoever is looked as names who looks. One that ran out has ended then, whenever it is found.
create function tell_history_of_viewings() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into history (tenant_id, collection, record_id, record_name, type, changed_by, changed_by_name, previous, current)
    select tenant_id, 'users', u.user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserViewingBegun',
      v.user_id, display_name(v.first_name, v.last_name, v.user_name), '{}', jsonb_build_object('viewedUntil', iso_instant(n.ends_on))
    from new_rows n join users u using (tenant_id, user_id) join users v using (tenant_id) where v.user_id = n.viewer_id;
  else
    insert into history (tenant_id, collection, record_id, record_name, type, changed_on, changed_by, changed_by_name, previous, current)
    select tenant_id, 'users', u.user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserViewingEnded',
      least(clock_timestamp(), o.ends_on), v.user_id, display_name(v.first_name, v.last_name, v.user_name), '{}', '{}'
    from old_rows o join users u using (tenant_id, user_id) join users v using (tenant_id) where v.user_id = o.viewer_id;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger history_insert after insert on viewings referencing new table as new_rows
  for each statement execute function tell_history_of_viewings();
--> statement-breakpoint
create trigger history_delete after delete on viewings referencing old table as old_rows
  for each statement execute function tell_history_of_viewings();
--> statement-breakpoint
create function end_viewings_of_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from viewings where session_key in (select secret_hash from old_rows);
  return null;
end
$$;
--> statement-breakpoint
create trigger end_viewings after delete on secrets referencing old table as old_rows
  for each statement execute function end_viewings_of_sessions();
--> statement-breakpoint
create function end_viewings_of_user() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from viewings where tenant_id = new.tenant_id and new.user_id in (user_id, viewer_id);
  return null;
end
$$;
--> statement-breakpoint
create trigger end_viewings after update of archived_on on users for each row
  when (old.archived_on is null and new.archived_on is not null) execute function end_viewings_of_user();
--> statement-breakpoint
-- Being looked as changes no user: as in 0018_signals.sql, with two more types.
create or replace function tell_of_records() returns trigger language plpgsql as $$
begin
  perform pg_notify('hub', json_build_object('kind', 'records', 'tenant', tenant_id, 'collection', collection,
    'ids', case when count(distinct record_id) <= 100 then json_agg(distinct record_id) end,
    'deleted', is_deleted, 'by', changed_by, 'byName', left(changed_by_name, 200))::text)
  from (select *, type ~ 'Deleted$' as is_deleted from new_rows) as changed
  where type not in ('UserApiKeyUsed', 'UserSignedIn', 'UserSignInFailed', 'UserViewingBegun', 'UserViewingEnded')
  group by tenant_id, collection, is_deleted, changed_by, changed_by_name;
  return null;
end
$$;
