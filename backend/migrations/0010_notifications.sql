-- What happened to a user, for the bell. Texts are made when they are read, in the reader's language: a row has the name
-- of the event and what fills its text.
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
--> statement-breakpoint
select protect_tenant_table('notifications');
--> statement-breakpoint
-- Within the tenant everybody may leave notifications for others, and sees and marks only their own.
create policy own_rows_to_read on notifications as restrictive for select to hub_app
  using (user_id = (select app_actor()));
--> statement-breakpoint
create policy own_rows_to_mark on notifications as restrictive for update to hub_app
  using (user_id = (select app_actor())) with check (user_id = (select app_actor()));
--> statement-breakpoint
create index notifications_of_user on notifications (tenant_id, user_id, created_on, notification_id);
--> statement-breakpoint
create index notifications_unread on notifications (tenant_id, user_id, created_on, notification_id) where read_on is null;
--> statement-breakpoint
create index notifications_age on notifications (created_on);
--> statement-breakpoint
grant select, insert (user_id, event, event_values, domain_object, domain_object_id), update (read_on)
  on notifications to hub_app;
