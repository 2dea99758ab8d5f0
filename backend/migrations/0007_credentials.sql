-- Other credentials: API keys, identities at providers, and invitations.

-- API keys (US-05): a key belongs to one user in one tenant and has the current permissions of that user.
create table api_keys (
  tenant_id uuid not null default app_tenant(),
  api_key_id uuid not null default time_ordered_uuid(),
  user_id uuid not null,
  -- The SHA-256 of the key in hexadecimal. Only the last characters of the key itself are stored, to tell keys apart.
  key_hash text not null unique,
  key_ending text not null,
  key_name text not null,
  valid_until timestamptz(3),
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  last_used_on timestamptz(3),
  last_used_address text,
  key_name_sort text collate "C" not null generated always as (fold(key_name)) stored,
  created_by_sort text collate "C" not null generated always as (fold(created_by_name)) stored,
  primary key (tenant_id, api_key_id),
  foreign key (tenant_id, user_id) references users
);

select protect_tenant_table('api_keys');
create index api_keys_of_user on api_keys (tenant_id, user_id);

-- Only hub_auth can read the hash.
grant select (tenant_id, api_key_id, user_id, key_ending, key_name, valid_until, created_on, created_by, created_by_name,
    last_used_on, last_used_address, key_name_sort, created_by_sort),
  insert (user_id, key_hash, key_ending, key_name, valid_until), delete on api_keys to hub_app;

grant select, update (last_used_on, last_used_address) on api_keys to hub_auth;
create policy sign_in on api_keys to hub_auth using (true);

-- Creating or revoking a key is a change of its user.
create function record_made_api_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select tenant_id, 'users', user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserApiKeyCreated', '{}',
    jsonb_strip_nulls(jsonb_build_object('keyName', n.key_name, 'keyEnding', n.key_ending, 'validUntil', iso_instant(n.valid_until)))
  from new_rows n join users u using (tenant_id, user_id);
  return null;
end
$$;

create trigger history_insert after insert on api_keys referencing new table as new_rows
  for each statement execute function record_made_api_keys();

create function record_revoked_api_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select tenant_id, 'users', user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserApiKeyRevoked',
    jsonb_strip_nulls(jsonb_build_object('keyName', o.key_name, 'keyEnding', o.key_ending, 'validUntil', iso_instant(o.valid_until))), '{}'
  from old_rows o join users u using (tenant_id, user_id);
  return null;
end
$$;

create trigger history_delete after delete on api_keys referencing old table as old_rows
  for each statement execute function record_revoked_api_keys();

create function retire_api_keys() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from api_keys where tenant_id = new.tenant_id and user_id = new.user_id;
  return null;
end
$$;

create trigger retire_api_keys after update of archived_on on users for each row
  when (old.archived_on is null and new.archived_on is not null) execute function retire_api_keys();

-- Ends the API keys of an account in all its tenants, for an administrator who sets its password. False when the account does
-- not belong to this tenant or, for the host, to the given tenant.
create function end_account_api_keys(account uuid, tenant uuid default null) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not (account_belongs_here(account) or app_is_host() and exists (
    select from users u join tenants t using (tenant_id)
    where u.tenant_id = tenant and u.user_id = account and u.archived_on is null and t.archived_on is null
  )) then
    return false;
  end if;
  delete from api_keys where user_id = account;
  return true;
end
$$;

revoke execute on function end_account_api_keys from public;
grant execute on function end_account_api_keys to hub_app;

-- Identities of users at identity providers (HO-04). Like the e-mail addresses by which people are recognised the first time,
-- links belong to a tenant: one tenant must not be able to let a person into another.
create table identities (
  tenant_id uuid not null references tenants,
  -- OpenID Connect Core 1.0, section 2: the two together identify a person permanently.
  issuer text not null,
  subject text not null,
  -- The provider behind the issuer: microsoft, google, apple, or the host of the issuer.
  identity_provider text not null,
  user_id uuid not null,
  -- The person's name at the provider.
  user_name text not null,
  linked_on timestamptz(3) not null default now(),
  last_used_on timestamptz(3),
  -- The provider's session id in the last token.
  last_session text,
  primary key (tenant_id, issuer, subject, identity_provider),
  foreign key (tenant_id, user_id) references users
);

select protect_tenant_table('identities');
create index identities_of_user on identities (tenant_id, user_id);
grant select (tenant_id, user_id, identity_provider, user_name, linked_on, last_used_on), delete on identities to hub_app;
grant select, insert, update (last_used_on, last_session) on identities to hub_auth;
create policy sign_in on identities to hub_auth using (true);

-- People link themselves by signing in, when there is no acting user yet.
create function record_linked_identities() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, changed_by, changed_by_name, previous, current)
  select tenant_id, 'users', user_id, name, 'UserIdentityProviderLinked', coalesce(app_actor(), user_id),
    case when app_actor() is null then name else app_actor_name() end, '{}',
    jsonb_build_object('identityProvider', n.identity_provider, 'providerUserName', n.user_name)
  from new_rows n join users u using (tenant_id, user_id), display_name(u.first_name, u.last_name, u.user_name) as name;
  return null;
end
$$;

create trigger history_insert after insert on identities referencing new table as new_rows
  for each statement execute function record_linked_identities();

create function record_removed_identities() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select tenant_id, 'users', user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserIdentityProviderRemoved',
    jsonb_build_object('identityProvider', o.identity_provider, 'providerUserName', o.user_name), '{}'
  from old_rows o join users u using (tenant_id, user_id);
  return null;
end
$$;

create trigger history_delete after delete on identities referencing old table as old_rows
  for each statement execute function record_removed_identities();

create function retire_identities() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from identities where tenant_id = new.tenant_id and user_id = new.user_id;
  return null;
end
$$;

create trigger retire_identities after update of archived_on on users for each row
  when (old.archived_on is null and new.archived_on is not null) execute function retire_identities();

-- Invitations by e-mail (US-02). The links of an invitation are stored apart, as hashes: sending it again creates a new link and
-- replaces earlier ones.
create table invitations (
  tenant_id uuid not null default app_tenant() references tenants,
  invitation_id uuid not null default time_ordered_uuid(),
  email text not null,
  role_ids uuid[] not null default '{}',
  -- The language of the e-mail.
  language text not null,
  time_zone text not null default 'UTC',
  expires_on timestamptz(3) not null,
  -- sent_on: when the mail server took the e-mail. due_on: since when one is to be sent. claimed_until: a process is sending it.
  sent_on timestamptz(3),
  due_on timestamptz(3),
  claimed_until timestamptz(3),
  attempts integer not null default 0,
  accepted_on timestamptz(3),
  accepted_by uuid,
  revoked_on timestamptz(3),
  -- The sender of the last e-mail. The invitation grants only what its sender may grant when it is accepted.
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

select protect_tenant_table('invitations');

-- At most one open invitation for each address, also when several are sent at once.
create unique index invitations_email_key on invitations (tenant_id, lower(email)) where accepted_on is null and revoked_on is null;

create index invitations_due on invitations (claimed_until) where due_on is not null;

create trigger touch before update on invitations for each row
  when ((old.role_ids, old.expires_on, old.accepted_on, old.revoked_on)
    is distinct from (new.role_ids, new.expires_on, new.accepted_on, new.revoked_on))
  execute function touch_record();

grant select on invitations to hub_app, hub_auth;

grant insert (email, role_ids, language, time_zone, expires_on, due_on, claimed_until),
  update (role_ids, language, time_zone, expires_on, due_on, claimed_until, attempts, revoked_on, accepted_on, accepted_by,
    invited_by, invited_by_name), delete
  on invitations to hub_app;

grant update (sent_on, due_on, claimed_until, attempts) on invitations to hub_auth;
create policy sign_in on invitations to hub_auth using (true);

select track_history('invitations', 'invitation_id', 'Invitation', 'email', collection => 'users/invitations',
  ignored => '{language,time_zone,sent_on,due_on,claimed_until,attempts,invited_by,invited_by_name}');

-- The SHA-256 of 256 random bits, in hexadecimal. Requests of a tenant cannot read links.
create table invitation_links (
  link_hash text primary key,
  tenant_id uuid not null,
  invitation_id uuid not null,
  created_on timestamptz not null default clock_timestamp(),
  -- When a later e-mail replaced the link.
  replaced_on timestamptz(3),
  foreign key (tenant_id, invitation_id) references invitations on delete cascade
);

select protect_tenant_table('invitation_links');
create index invitation_links_of_invitation on invitation_links (tenant_id, invitation_id);
grant select, insert, update (replaced_on), delete on invitation_links to hub_auth;
create policy sign_in on invitation_links to hub_auth using (true) with check (true);
