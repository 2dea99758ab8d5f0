-- rolling
-- Sessions of users (AU-14, docs/decisions/0126).

alter table secrets
  -- Names the session in responses: the hash stays in the database.
  add column session_id uuid not null default time_ordered_uuid(),
  add column user_agent text,
  -- Of the sign-in, then of the last recorded use.
  add column address text;

-- Sessions of web processes with a provider's tokens. Ended ones are kept, to refuse their later tokens.
create table token_sessions (
  tenant_id uuid not null,
  -- The SHA-256 of the token's subject and the web process's name of the session, in hexadecimal.
  session_key text not null,
  session_id uuid not null default time_ordered_uuid(),
  user_id uuid not null,
  user_agent text,
  address text,
  created_on timestamptz(3) not null default now(),
  last_used_on timestamptz(3) not null default now(),
  ended_on timestamptz(3),
  primary key (tenant_id, session_key),
  foreign key (tenant_id, user_id) references users on delete cascade
);

select protect_tenant_table('token_sessions');
create index token_sessions_of_user on token_sessions (tenant_id, user_id);
create index token_sessions_by_use on token_sessions (last_used_on);
grant select, insert, update (address, last_used_on, ended_on), delete on token_sessions to hub_auth;
create policy sign_in on token_sessions to hub_auth using (true) with check (true);

-- Checks open connections, ends a viewing with its session, and lets a restore repeat the end, as for secrets
-- (0006_sessions.sql, 0008_notifications.sql, 0017_revocations.sql).
create function end_token_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from viewings where session_key = new.session_key and tenant_id = new.tenant_id;
  insert into hub.revocations (kind, tenant_id, subject) values ('tokenSession', new.tenant_id, new.session_key);
  perform pg_notify('hub', json_build_object('kind', 'access', 'tenant', new.tenant_id, 'users', json_build_array(new.user_id))::text);
  return null;
end
$$;

create trigger end_token_session after update of ended_on on token_sessions for each row
  when (old.ended_on is null and new.ended_on is not null) execute function end_token_session();

-- The open sessions of a user of this tenant, the one with the given key first, then by last use.
create function sessions_of(account uuid, own_key text, idle interval)
  returns table (session_id uuid, user_agent text, address text, created_on timestamptz, last_used_on timestamptz, is_current boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.session_id, s.user_agent, s.address, s.created_on, s.last_used_on, coalesce(s.key = own_key, false)
  from (
    select session_id, user_agent, address, created_on, last_used_on, secret_hash as key from secrets
    where tenant_id = app_tenant() and user_id = account and expires_on > now()
    union all
    select session_id, user_agent, address, created_on, last_used_on, session_key from token_sessions
    where tenant_id = app_tenant() and user_id = account and ended_on is null
  ) s
  where coalesce(s.last_used_on, s.created_on) > now() - idle
  order by 6 desc, coalesce(s.last_used_on, s.created_on) desc, s.session_id desc
$$;

-- Ends one session of a user of this tenant, or all except the one with the given key; returns their number. Records in the
-- history an end by another user.
create function end_sessions_of(account uuid, only_session uuid, kept_key text) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  ended integer;
begin
  with of_secrets as (
    delete from secrets s where s.tenant_id = app_tenant() and s.user_id = account and s.expires_on > now()
      and (only_session is null or s.session_id = only_session) and s.secret_hash is distinct from kept_key
    returning 1
  ), of_tokens as (
    update token_sessions s set ended_on = now() where s.tenant_id = app_tenant() and s.user_id = account and s.ended_on is null
      and (only_session is null or s.session_id = only_session) and s.session_key is distinct from kept_key
    returning 1
  )
  select (select count(*) from of_secrets) + (select count(*) from of_tokens) into ended;
  if ended > 0 and app_actor() is distinct from account then
    insert into history (tenant_id, collection, record_id, record_name, type, changed_by, changed_by_name, previous, current)
    select u.tenant_id, 'users', u.user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserSessionsEnded',
      app_actor(), app_actor_name(), '{}', jsonb_build_object('sessions', ended)
    from users u where u.tenant_id = app_tenant() and u.user_id = account;
  end if;
  return ended;
end
$$;

revoke execute on function sessions_of, end_sessions_of from public;
grant execute on function sessions_of, end_sessions_of to hub_app;

-- Links in e-mails about a sign-in on a new device: 'This was not me'.
create table sign_in_links (
  -- The SHA-256 of 256 random bits, in hexadecimal. Requests of a tenant cannot read links.
  link_hash text primary key,
  tenant_id uuid not null,
  user_id uuid not null,
  -- The address that the link was sent to.
  email text not null,
  user_agent text,
  address text not null,
  created_on timestamptz(3) not null default now(),
  expires_on timestamptz(3) not null default now() + interval '7 days',
  used_on timestamptz(3),
  foreign key (tenant_id, user_id) references users on delete cascade
);

select protect_tenant_table('sign_in_links');
create index sign_in_links_of_user on sign_in_links (user_id);
grant select, insert, update (used_on), delete on sign_in_links to hub_auth;
create policy sign_in on sign_in_links to hub_auth using (true) with check (true);
