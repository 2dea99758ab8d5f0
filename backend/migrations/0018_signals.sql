-- What servers tell open windows of is told to the servers by NOTIFY in the transaction that makes it happen: nobody hears of
-- it before its commit, or of what was rolled back, and every server hears of it, whichever did it
-- (docs/decisions/0075-signals-by-notify.md). A signal is JSON of at most 8 kB and says little more than ids: whoever passes it on
-- asks who may know. backend/live/signals.ts reads it.
create function tell_of_notifications() returns trigger language plpgsql as $$
begin
  perform pg_notify('hub', json_build_object('kind', case when tg_op = 'INSERT' then 'notifications' else 'read' end,
    'tenant', tenant_id, 'users', json_agg(json_build_array(user_id, count, newest)))::text)
  from (
    select *, (row_number() over (partition by tenant_id order by user_id) - 1) / 75 as part
    from (
      select tenant_id, user_id, count(*), (array_agg(notification_id order by notification_id desc))[1] as newest
      from new_rows group by tenant_id, user_id
    ) as told
  ) as parts group by tenant_id, part;
  return null;
end
$$;
--> statement-breakpoint
create trigger tell_insert after insert on notifications referencing new table as new_rows
  for each statement execute function tell_of_notifications();
--> statement-breakpoint
create trigger tell_update after update on notifications referencing new table as new_rows
  for each statement execute function tell_of_notifications();
--> statement-breakpoint
-- Every change of a record comes by here. Of more records at once than fit nobody is told which.
create function tell_of_records() returns trigger language plpgsql as $$
begin
  perform pg_notify('hub', json_build_object('kind', 'records', 'tenant', tenant_id, 'collection', collection,
    'ids', case when count(distinct record_id) <= 100 then json_agg(distinct record_id) end,
    'deleted', is_deleted, 'by', changed_by, 'byName', left(changed_by_name, 200))::text)
  from (select *, type ~ 'Deleted$' as is_deleted from new_rows) as changed
  where type not in ('UserApiKeyUsed', 'UserSignedIn', 'UserSignInFailed')
  group by tenant_id, collection, is_deleted, changed_by, changed_by_name;
  return null;
end
$$;
--> statement-breakpoint
create trigger tell_insert after insert on history referencing new table as new_rows
  for each statement execute function tell_of_records();
--> statement-breakpoint
-- What anybody may do in the tenant has changed (0005_roles.sql).
create function tell_of_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('hub', json_build_object('kind', 'access', 'tenant', new.tenant_id)::text);
  return null;
end
$$;
--> statement-breakpoint
create trigger tell_insert after insert on record_counts for each row when (new.counter = 'access') execute function tell_of_access();
--> statement-breakpoint
create trigger tell_update after update on record_counts for each row when (new.counter = 'access') execute function tell_of_access();
--> statement-breakpoint
-- Sessions of these users have ended: one that was used or moved is none.
create function tell_of_ended_sessions() returns trigger language plpgsql as $$
begin
  perform pg_notify('hub', json_build_object('kind', 'access', 'tenant', tenant_id, 'users', json_agg(user_id))::text)
  from (
    select tenant_id, user_id, (row_number() over (partition by tenant_id order by user_id) - 1) / 150 as part
    from (select distinct tenant_id, user_id from old_rows) as ended
  ) as parts group by tenant_id, part;
  return null;
end
$$;
--> statement-breakpoint
create trigger tell_delete after delete on secrets referencing old table as old_rows
  for each statement execute function tell_of_ended_sessions();
--> statement-breakpoint
-- API keys too, and whoever holds one that was revoked.
create trigger tell_delete after delete on api_keys referencing old table as old_rows
  for each statement execute function tell_of_ended_sessions();
