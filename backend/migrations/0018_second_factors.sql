-- rolling
-- Second factors of accounts (AU-11, docs/decisions/0123). Like passwords they belong to an account in all its tenants, and
-- hub_app has no rights on these tables.

create table totp_factors (
  user_id uuid primary key references accounts on delete cascade,
  -- Encrypted with ENCRYPTION_SECRET, and bound to the account.
  secret text not null,
  -- Null until the first code was entered.
  confirmed_on timestamptz(3),
  -- The 30 seconds that the last accepted code stands for: a code works once, and no earlier one works after it.
  last_step bigint not null default 0
);

grant select, insert, update, delete on totp_factors to hub_auth;

-- The SHA-256 of 80 random bits and the account, in hexadecimal.
create table recovery_codes (
  user_id uuid not null references accounts on delete cascade,
  code_hash text not null,
  used_on timestamptz(3),
  primary key (user_id, code_hash)
);

grant select, insert, update (used_on), delete on recovery_codes to hub_auth;

create table passkeys (
  -- The authenticator's name of it, in base64url.
  credential_id text primary key,
  passkey_id uuid not null unique default time_ordered_uuid(),
  user_id uuid not null references accounts on delete cascade,
  name text not null,
  -- In COSE, in base64url.
  public_key text not null,
  -- Grows with each use, unless the authenticator does not count. One that does not grow tells of a copy.
  counter bigint not null,
  created_on timestamptz(3) not null default now(),
  last_used_on timestamptz(3)
);

create index passkeys_of_user on passkeys (user_id);
grant select, insert, update (name, counter, last_used_on), delete on passkeys to hub_auth;

-- What a passkey signs, once: of an account that adds one, or of a sign-in.
create table passkey_challenges (
  challenge text primary key,
  user_id uuid references accounts on delete cascade,
  expires_on timestamptz(3) not null
);

create index passkey_challenges_of_user on passkey_challenges (user_id) where user_id is not null;
create index passkey_challenges_by_expiry on passkey_challenges (expires_on);
grant select, insert, delete on passkey_challenges to hub_auth;

-- Sign-ins with a right password that wait for the second factor: the SHA-256 of 256 random bits, in hexadecimal.
create table sign_in_steps (
  token_hash text primary key,
  tenant_id uuid not null,
  user_id uuid not null,
  -- A new password ends the step.
  password_changed_on timestamptz(3),
  expires_on timestamptz(3) not null,
  foreign key (tenant_id, user_id) references users on delete cascade
);

select protect_tenant_table('sign_in_steps');
create index sign_in_steps_of_user on sign_in_steps (tenant_id, user_id);
create index sign_in_steps_by_expiry on sign_in_steps (expires_on);
grant select, insert, delete on sign_in_steps to hub_auth;
create policy sign_in on sign_in_steps to hub_auth using (true) with check (true);

-- Records a change of an account in the history of its user in every tenant, as one of the user when there is no acting user.
create function record_account_change(account uuid, change text, before jsonb, after jsonb) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  insert into history (tenant_id, collection, record_id, record_name, type, changed_by, changed_by_name, previous, current)
  select tenant_id, 'users', user_id, name, change, coalesce(app_actor(), user_id),
    case when app_actor() is null then name else app_actor_name() end, before, after
  from users u, display_name(u.first_name, u.last_name, u.user_name) as name
  where u.user_id = account and u.archived_on is null
$$;

create function record_totp() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    perform record_account_change(new.user_id, 'UserSecondFactorAdded', '{}', '{"secondFactor": "totp"}');
  else
    perform record_account_change(old.user_id, 'UserSecondFactorRemoved', '{"secondFactor": "totp"}', '{}');
    insert into hub.revocations (kind, tenant_id, subject)
    values ('totp', '00000000-0000-0000-0000-000000000000', old.user_id::text);
  end if;
  return null;
end
$$;

create trigger history_update after update of confirmed_on on totp_factors for each row
  when (old.confirmed_on is null and new.confirmed_on is not null) execute function record_totp();

create trigger history_delete after delete on totp_factors for each row
  when (old.confirmed_on is not null) execute function record_totp();

create function record_passkey_changes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform record_account_change(new.user_id, 'UserSecondFactorAdded', '{}',
      jsonb_build_object('secondFactor', 'passkey', 'passkeyName', new.name));
  elsif tg_op = 'UPDATE' then
    perform record_account_change(new.user_id, 'UserPasskeyRenamed', jsonb_build_object('passkeyName', old.name),
      jsonb_build_object('passkeyName', new.name));
  else
    perform record_account_change(old.user_id, 'UserSecondFactorRemoved',
      jsonb_build_object('secondFactor', 'passkey', 'passkeyName', old.name), '{}');
    insert into hub.revocations (kind, tenant_id, subject)
    values ('passkey', '00000000-0000-0000-0000-000000000000', old.credential_id);
  end if;
  return null;
end
$$;

create trigger history_insert after insert on passkeys for each row execute function record_passkey_changes();
create trigger history_update after update of name on passkeys for each row when (old.name <> new.name)
  execute function record_passkey_changes();
create trigger history_delete after delete on passkeys for each row execute function record_passkey_changes();

create function record_recovery_codes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform record_account_change(user_id, 'UserRecoveryCodesCreated', '{}', '{}') from (select distinct user_id from new_rows) as made;
  else
    if tg_op = 'UPDATE' then
      perform record_account_change(user_id, 'UserRecoveryCodeUsed', '{}', jsonb_build_object('recoveryCodesLeft',
        (select count(*) from recovery_codes c where c.user_id = used.user_id and c.used_on is null)))
      from (select distinct user_id from old_rows) as used;
    end if;
    insert into hub.revocations (kind, tenant_id, subject)
    select 'recoveryCode', '00000000-0000-0000-0000-000000000000', code_hash from old_rows where used_on is null;
  end if;
  return null;
end
$$;

create trigger history_insert after insert on recovery_codes referencing new table as new_rows
  for each statement execute function record_recovery_codes();

create trigger history_update after update on recovery_codes referencing old table as old_rows
  for each statement execute function record_recovery_codes();

create trigger note_deleted after delete on recovery_codes referencing old table as old_rows
  for each statement execute function record_recovery_codes();

-- The second factors of a user of this tenant; no row for any other.
create function second_factors_of(account uuid)
  returns table (totp_on timestamptz, recovery_codes_left integer, passkeys jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select (select confirmed_on from totp_factors where user_id = account),
    (select count(*)::integer from recovery_codes where user_id = account and used_on is null),
    (select coalesce(jsonb_agg(jsonb_build_object('passkeyId', passkey_id, 'name', name, 'createdOn', iso_instant(created_on),
      'lastUsedOn', iso_instant(last_used_on)) order by passkey_id), '[]') from passkeys where user_id = account)
  from users where tenant_id = app_tenant() and user_id = account
$$;

-- Removes the second factors of an account whose user has lost them; false when the account does not belong to this tenant.
create function reset_second_factors(account uuid, reason text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not account_belongs_here(account) then
    return false;
  end if;
  perform record_account_change(account, 'UserSecondFactorsReset', '{}', jsonb_build_object('reason', reason));
  delete from totp_factors where user_id = account;
  delete from passkeys where user_id = account;
  delete from recovery_codes where user_id = account;
  return true;
end
$$;

revoke execute on function record_account_change, second_factors_of, reset_second_factors from public;
grant execute on function second_factors_of, reset_second_factors to hub_app;
