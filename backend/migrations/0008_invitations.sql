-- Invitations by e-mail (US-02). A row is the invitation; its links are kept apart, as hashes: sending again makes another
-- link and ends those before.
create table invitations (
  tenant_id uuid not null default app_tenant() references tenants,
  invitation_id uuid not null default time_ordered_uuid(),
  email text not null,
  role_ids uuid[] not null default '{}',
  -- What the e-mail is written in.
  language text not null,
  time_zone text not null default 'UTC',
  expires_on timestamptz(3) not null,
  -- When the mail server took the e-mail. While one is to be sent, since when; and until when somebody is busy with it.
  sent_on timestamptz(3),
  due_on timestamptz(3),
  claimed_until timestamptz(3),
  attempts integer not null default 0,
  accepted_on timestamptz(3),
  accepted_by uuid,
  revoked_on timestamptz(3),
  -- Who stands for it: whoever sent its last e-mail. What is given does no more than its giver may give at that moment.
  invited_by uuid default app_actor(),
  invited_by_name text not null default app_actor_name(),
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  updated_on timestamptz(3),
  updated_by uuid,
  updated_by_name text,
  version integer not null default 1,
  email_sort text collate "C" not null generated always as (fold(email)) stored,
  created_by_sort text collate "C" not null generated always as (fold(created_by_name)) stored,
  primary key (tenant_id, invitation_id)
);
--> statement-breakpoint
select protect_tenant_table('invitations');
--> statement-breakpoint
-- One open invitation for each address, however many people send one at once.
create unique index invitations_email_key on invitations (tenant_id, lower(email)) where accepted_on is null and revoked_on is null;
--> statement-breakpoint
create index invitations_due on invitations (claimed_until) where due_on is not null;
--> statement-breakpoint
create trigger touch before update on invitations for each row
  when ((old.role_ids, old.expires_on, old.accepted_on, old.revoked_on)
    is distinct from (new.role_ids, new.expires_on, new.accepted_on, new.revoked_on))
  execute function touch_record();
--> statement-breakpoint
grant select on invitations to hub_app, hub_auth;
--> statement-breakpoint
grant insert (email, role_ids, language, time_zone, expires_on, due_on, claimed_until),
  update (role_ids, language, time_zone, expires_on, due_on, claimed_until, attempts, revoked_on, accepted_on, accepted_by,
    invited_by, invited_by_name), delete
  on invitations to hub_app;
--> statement-breakpoint
grant update (sent_on, due_on, claimed_until, attempts) on invitations to hub_auth;
--> statement-breakpoint
create policy sign_in on invitations to hub_auth using (true);
--> statement-breakpoint
select track_history('invitations', 'invitation_id', 'Invitation', 'email', collection => 'users/invitations',
  ignored => '{language,time_zone,sent_on,due_on,claimed_until,attempts,invited_by,invited_by_name}');
--> statement-breakpoint
-- The SHA-256 of 256 random bits, in hexadecimal. Requests of a tenant never see one.
create table invitation_links (
  link_hash text primary key,
  tenant_id uuid not null,
  invitation_id uuid not null,
  created_on timestamptz not null default clock_timestamp(),
  -- Since a later e-mail has gone out.
  replaced_on timestamptz(3),
  foreign key (tenant_id, invitation_id) references invitations on delete cascade
);
--> statement-breakpoint
select protect_tenant_table('invitation_links');
--> statement-breakpoint
create index invitation_links_of_invitation on invitation_links (tenant_id, invitation_id);
--> statement-breakpoint
grant select, insert, update (replaced_on), delete on invitation_links to hub_auth;
--> statement-breakpoint
create policy sign_in on invitation_links to hub_auth using (true) with check (true);
