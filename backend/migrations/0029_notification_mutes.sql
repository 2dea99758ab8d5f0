-- Kinds of notifications that somebody does not want: none of them is made for them, see backend/notifications/notify.ts.
create table notification_mutes (
  tenant_id uuid not null default app_tenant(),
  user_id uuid not null default app_actor(),
  event text not null,
  primary key (tenant_id, user_id, event),
  foreign key (tenant_id, user_id) references users
);
--> statement-breakpoint
select protect_tenant_table('notification_mutes');
--> statement-breakpoint
-- Whoever tells others of something asks who wants to hear of it; each changes only their own.
create policy own_rows_to_add on notification_mutes as restrictive for insert to hub_app
  with check (user_id = (select app_actor()));
--> statement-breakpoint
create policy own_rows_to_remove on notification_mutes as restrictive for delete to hub_app
  using (user_id = (select app_actor()));
--> statement-breakpoint
grant select, insert (event), delete on notification_mutes to hub_app;
