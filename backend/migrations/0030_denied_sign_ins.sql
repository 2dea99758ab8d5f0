-- rolling
-- A denied sign-in may have been made with a passkey: those of its account sign in only together with the password
-- (docs/decisions/0126).
alter table passkeys add column needs_password boolean not null default false;
grant update (needs_password) on passkeys to hub_auth;

-- A restore repeats it (0017_revocations.sql).
create function note_passkey() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into hub.revocations (kind, tenant_id, subject)
  values ('passkeyNeedsPassword', '00000000-0000-0000-0000-000000000000', new.credential_id);
  return null;
end
$$;

create trigger note_passkey after update of needs_password on passkeys for each row
  when (not old.needs_password and new.needs_password) execute function note_passkey();

-- Replaces that of 0029_administrators.sql.
create or replace function account_can_sign_in(account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from accounts where user_id = account and password_hash is not null)
    or exists (select from passkeys where user_id = account and not needs_password)
$$;

-- The tenants that a device has signed in to, each of which reports it once; null, from before this migration: all of them.
alter table known_devices add column tenant_ids uuid[];

-- The administrator who handed over a link; null for one that was sent, or is of an earlier version.
alter table password_reset_links add column made_by uuid;
