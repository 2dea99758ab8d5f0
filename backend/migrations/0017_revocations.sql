-- rolling
-- Removals and revocations. The API appends them to a file stored with the backups (backup/decisions.ts), and a restore of an
-- earlier backup repeats them. Only the migrating user reads them.
create table hub.revocations (
  revocation_id uuid primary key default time_ordered_uuid(),
  kind text not null check (kind in (
    'user', 'userRestored', 'tenant', 'tenantRestored', 'apiKey', 'share', 'invitation', 'identity', 'session')),
  tenant_id uuid not null,
  -- The id of the record, the hash of a session's secret, or an identity's issuer, subject and provider, one on each line.
  subject text not null,
  decided_on timestamptz not null default clock_timestamp()
);

create index revocations_by_age on hub.revocations (decided_on);

-- For tables whose rows are archived: name and id column of the kind.
create function note_archived() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into hub.revocations (kind, tenant_id, subject)
  values (tg_argv[0] || case when new.archived_on is null then 'Restored' else '' end, new.tenant_id, to_jsonb(new) ->> tg_argv[1]);
  return null;
end
$$;

create trigger note_archived after update of archived_on on users for each row
  when ((old.archived_on is null) <> (new.archived_on is null)) execute function note_archived('user', 'user_id');

create trigger note_archived after update of archived_on on tenants for each row
  when ((old.archived_on is null) <> (new.archived_on is null)) execute function note_archived('tenant', 'tenant_id');

create function note_revoked() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into hub.revocations (kind, tenant_id, subject) values (tg_argv[0], new.tenant_id, to_jsonb(new) ->> tg_argv[1]);
  return null;
end
$$;

create trigger note_revoked after update of removed_on on attachment_shares for each row
  when (old.removed_on is null and new.removed_on is not null) execute function note_revoked('share', 'attachment_share_id');

create trigger note_revoked after update of revoked_on on invitations for each row
  when (old.revoked_on is null and new.revoked_on is not null) execute function note_revoked('invitation', 'invitation_id');

create function note_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'api_keys' then
    insert into hub.revocations (kind, tenant_id, subject) select 'apiKey', tenant_id, api_key_id::text from old_rows;
  elsif tg_table_name = 'identities' then
    insert into hub.revocations (kind, tenant_id, subject)
    select 'identity', tenant_id, concat_ws(E'\n', issuer, subject, identity_provider) from old_rows;
  else
    -- Expired sessions are only tidied up.
    insert into hub.revocations (kind, tenant_id, subject)
    select 'session', tenant_id, secret_hash from old_rows where expires_on > now();
  end if;
  return null;
end
$$;

create trigger note_deleted after delete on api_keys referencing old table as old_rows
  for each statement execute function note_deleted();

create trigger note_deleted after delete on identities referencing old table as old_rows
  for each statement execute function note_deleted();

create trigger note_deleted after delete on secrets referencing old table as old_rows
  for each statement execute function note_deleted();
