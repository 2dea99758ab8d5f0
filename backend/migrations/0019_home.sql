-- The shortcut tiles of people's home pages. They are arranged like the layout of a table, so that no history is kept of them.
create table user_favorite_actions (
  tenant_id uuid not null default app_tenant(),
  user_favorite_action_id uuid not null default time_ordered_uuid(),
  user_id uuid not null default app_actor(),
  action_url text not null,
  permission_label text not null,
  position integer not null,
  primary key (tenant_id, user_favorite_action_id),
  foreign key (tenant_id, user_id) references users,
  unique (tenant_id, user_id, action_url),
  -- Two change places in one statement: it is looked at when that is done.
  constraint one_at_each_position unique (tenant_id, user_id, position) deferrable initially immediate
);
--> statement-breakpoint
select protect_tenant_table('user_favorite_actions');
--> statement-breakpoint
create policy own_rows on user_favorite_actions as restrictive to hub_app
  using (user_id = (select app_actor())) with check (user_id = (select app_actor()));
--> statement-breakpoint
grant select, insert (action_url, permission_label, position), update (position), delete on user_favorite_actions to hub_app;
--> statement-breakpoint
-- The figures of the home page are counted from it alone.
create index history_of_sign_ins on history (tenant_id, changed_on, type)
  where collection = 'users' and type in ('UserSignedIn', 'UserSignInFailed', 'UserCreated');
