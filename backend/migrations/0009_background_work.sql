-- Work that is too much for one request, such as notifying many users of a role or archiving the users of a deleted tenant.
-- Any server does a few thousand at a time on behalf of the user who caused it, and continues after a crash.
create table deferred_work (
  tenant_id uuid not null default app_tenant() references tenants,
  work_id uuid not null default time_ordered_uuid(),
  event text not null check (event in ('roleDeleted', 'roleRestored', 'permissionsChanged', 'tenantDeleted', 'tenantRestored')),
  subject_id uuid not null,
  actor uuid default app_actor(),
  actor_name text not null default app_actor_name(),
  -- Users up to this id are done.
  done_to uuid not null default '00000000-0000-0000-0000-000000000000',
  -- For a restored tenant: when it was deleted.
  since timestamptz(3),
  primary key (tenant_id, work_id)
);

select protect_tenant_table('deferred_work');
grant select, insert (event, subject_id), update (done_to), delete on deferred_work to hub_app;

-- Ends the sessions of a deleted tenant at once and archives its users, and with them the accounts that no other tenant uses,
-- so that their user names become free.
create function retire_tenant() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from secrets where tenant_id = new.tenant_id;
  -- The limit of one request (access/holders.ts).
  if (select coalesce(sum(count), 0) from record_counts where tenant_id = new.tenant_id and counter = 'users') > 5000 then
    insert into deferred_work (event, subject_id) values ('tenantDeleted', new.tenant_id);
  else
    update users set archived_on = now() where tenant_id = new.tenant_id and archived_on is null;
  end if;
  return null;
end
$$;

create trigger retire_tenant after update of archived_on on tenants for each row
  when (old.archived_on is null and new.archived_on is not null) execute function retire_tenant();

-- Restores a tenant with the users that its deletion archived; users who were removed before stay removed.
create function restore_tenant() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from deferred_work where event = 'tenantDeleted' and subject_id = new.tenant_id;
  -- The limit of one request (access/holders.ts).
  if (select count(*) from (select from users where tenant_id = new.tenant_id and archived_on >= old.archived_on limit 5001) as those) > 5000 then
    insert into deferred_work (event, subject_id, since) values ('tenantRestored', new.tenant_id, old.archived_on);
  else
    update users set archived_on = null where tenant_id = new.tenant_id and archived_on >= old.archived_on
      and not account_changed_since(user_id, archived_on);
  end if;
  return null;
end
$$;

create trigger restore_tenant after update of archived_on on tenants for each row
  when (old.archived_on is not null and new.archived_on is null) execute function restore_tenant();

-- Responses to calls with an Idempotency-Key, kept for a day. Key and request are stored as hashes.
create table idempotent_responses (
  tenant_id uuid not null default app_tenant() references tenants,
  user_id uuid not null default app_actor(),
  key_hash text not null,
  request_hash text not null,
  response text not null default '',
  created_on timestamptz(3) not null default now(),
  primary key (tenant_id, user_id, key_hash)
);

select protect_tenant_table('idempotent_responses');
create index idempotent_responses_age on idempotent_responses (created_on);
grant select, insert (key_hash, request_hash), update (response) on idempotent_responses to hub_app;

-- A response is deleted when a step after the commit fails, so that the same request can be repeated.
grant select (tenant_id, user_id, key_hash), delete on idempotent_responses to hub_auth;

create policy forget on idempotent_responses to hub_auth using (true);
