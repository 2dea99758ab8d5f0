-- rolling
-- Links that set a forgotten password (AU-13).

-- Requests name an account as it was typed. Whether it exists is looked up later, so that neither the response nor its time
-- reveals it.
create table password_reset_requests (
  request_id uuid primary key default time_ordered_uuid(),
  tenant_id uuid not null references tenants,
  typed_name text not null,
  language text not null,
  time_zone text not null,
  requested_on timestamptz not null default now(),
  claimed_until timestamptz not null default now()
);

select protect_tenant_table('password_reset_requests');
grant select, insert, update (claimed_until), delete on password_reset_requests to hub_auth;
create policy sign_in on password_reset_requests to hub_auth using (true) with check (true);

create table password_reset_links (
  -- The SHA-256 of 256 random bits, in hexadecimal. Requests of a tenant cannot read links.
  link_hash text primary key,
  tenant_id uuid not null,
  user_id uuid not null,
  -- The address that the link was sent to; null if an administrator handed it over.
  email text,
  created_on timestamptz not null default clock_timestamp(),
  expires_on timestamptz not null default clock_timestamp() + interval '30 minutes',
  used_on timestamptz,
  replaced_on timestamptz,
  foreign key (tenant_id, user_id) references users
);

select protect_tenant_table('password_reset_links');
create index password_reset_links_of_user on password_reset_links (user_id);
grant select, insert, update (used_on, replaced_on), delete on password_reset_links to hub_auth;
create policy sign_in on password_reset_links to hub_auth using (true) with check (true);

create policy password_links on history for insert to hub_auth
  with check (collection = 'users' and type = 'UserPasswordLinkCreated');

-- A link can end the account's API keys.
grant delete on api_keys to hub_auth;
