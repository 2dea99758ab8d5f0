-- Notifications of users, and signals for live updates.

-- A notification stores the name of its event and the values for its text, which is rendered in the language of the reader.
create table notifications (
  tenant_id uuid not null default app_tenant(),
  notification_id uuid not null default time_ordered_uuid(),
  user_id uuid not null,
  event text not null,
  event_values jsonb not null default '{}',
  domain_object text not null,
  domain_object_id uuid not null,
  created_on timestamptz(3) not null default now(),
  created_by_name text not null default app_actor_name(),
  read_on timestamptz(3),
  primary key (tenant_id, notification_id),
  foreign key (tenant_id, user_id) references users
);

select protect_tenant_table('notifications');

-- Within the tenant, anyone may add notifications for others, but sees and marks only their own.
create policy own_rows_to_read on notifications as restrictive for select to hub_app
  using (user_id = (select app_actor()));

create policy own_rows_to_mark on notifications as restrictive for update to hub_app
  using (user_id = (select app_actor())) with check (user_id = (select app_actor()));

create index notifications_of_user on notifications (tenant_id, user_id, created_on, notification_id);
create index notifications_unread on notifications (tenant_id, user_id, created_on, notification_id) where read_on is null;
create index notifications_age on notifications (created_on);

grant select, insert (user_id, event, event_values, domain_object, domain_object_id), update (read_on)
  on notifications to hub_app;

-- Kinds of notifications that a user has muted: none are created for them (backend/notifications/notify.ts).
create table notification_mutes (
  tenant_id uuid not null default app_tenant(),
  user_id uuid not null default app_actor(),
  event text not null,
  primary key (tenant_id, user_id, event),
  foreign key (tenant_id, user_id) references users
);

select protect_tenant_table('notification_mutes');

-- The sender of a notification reads the mutes of others; everyone changes only their own.
create policy own_rows_to_add on notification_mutes as restrictive for insert to hub_app
  with check (user_id = (select app_actor()));

create policy own_rows_to_remove on notification_mutes as restrictive for delete to hub_app
  using (user_id = (select app_actor()));

grant select, insert (event), delete on notification_mutes to hub_app;

-- Signals tell all API servers about changes, which they forward to open windows. NOTIFY delivers them after the commit of the
-- transaction, and never after a rollback (docs/decisions/0075). A signal is JSON of at most 8 kB and holds
-- little more than ids: the server checks who may see the change before it forwards anything (backend/live/signals.ts).
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

create trigger tell_insert after insert on notifications referencing new table as new_rows
  for each statement execute function tell_of_notifications();

create trigger tell_update after update on notifications referencing new table as new_rows
  for each statement execute function tell_of_notifications();

-- Every change of a record inserts into the history. The ids are left out when there are too many for one signal.
create function tell_of_records() returns trigger language plpgsql as $$
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

create trigger tell_insert after insert on history referencing new table as new_rows
  for each statement execute function tell_of_records();

-- Permissions in the tenant may have changed (0005_roles.sql).
create function tell_of_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('hub', json_build_object('kind', 'access', 'tenant', new.tenant_id)::text);
  return null;
end
$$;

create trigger tell_insert after insert on record_counts for each row when (new.counter = 'access') execute function tell_of_access();
create trigger tell_update after update on record_counts for each row when (new.counter = 'access') execute function tell_of_access();

-- Sessions of these users have ended.
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

create trigger tell_delete after delete on secrets referencing old table as old_rows
  for each statement execute function tell_of_ended_sessions();

-- Revoked API keys end connections in the same way.
create trigger tell_delete after delete on api_keys referencing old table as old_rows
  for each statement execute function tell_of_ended_sessions();
