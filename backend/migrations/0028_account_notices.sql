-- rolling
-- Notices of another e-mail address or user name, to the address of before (AU-14). Stored by the change itself, so that every way
-- to make it has one, and undone changes have none.
create table account_notices (
  notice_id uuid primary key default time_ordered_uuid(),
  tenant_id uuid not null,
  user_id uuid not null,
  notice text not null check (notice in ('emailChanged', 'userNameChanged')),
  -- The address before the change.
  email text not null,
  changed_by_name text not null default app_actor_name(),
  changed_on timestamptz(3) not null default now(),
  claimed_until timestamptz(3) not null default now(),
  foreign key (tenant_id, user_id) references users on delete cascade
);

select protect_tenant_table('account_notices');
create index account_notices_of_user on account_notices (tenant_id, user_id);
grant select, update (claimed_until), delete on account_notices to hub_auth;
create policy sign_in on account_notices to hub_auth using (true) with check (true);

-- Links to the earlier address stay ended, even if the user gets it back.
alter table password_reset_links add column ended_on timestamptz;

create function note_other_sign_in() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if lower(old.email) <> lower(new.email) then
    update password_reset_links set ended_on = clock_timestamp()
    where user_id = new.user_id and lower(email) = lower(old.email) and used_on is null and ended_on is null;
  end if;
  if old.email <> '' and new.archived_on is null then
    insert into account_notices (tenant_id, user_id, notice, email)
    values (new.tenant_id, new.user_id,
      case when lower(old.email) <> lower(new.email) then 'emailChanged' else 'userNameChanged' end, old.email);
  end if;
  return null;
end
$$;

-- After rename_account, by name: accounts are locked before links.
create trigger sign_in_noted after update of email, user_name on users for each row
  when (lower(old.email) <> lower(new.email) or old.user_name <> new.user_name) execute function note_other_sign_in();

-- When the code was created; null: before this migration.
alter table recovery_codes add column created_on timestamptz(3);
alter table recovery_codes alter column created_on set default now();

-- A completed set-up proves a factor that the account still has (docs/decisions/0123).
create function end_set_ups() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sign_in_steps where user_id = old.user_id and set_up = 'done';
  return null;
end
$$;

create trigger end_set_ups after delete on totp_factors for each row execute function end_set_ups();
create trigger end_set_ups after delete on passkeys for each row execute function end_set_ups();

-- Decisions that a restore repeats (0017_revocations.sql): the policy of second factors, with its start on a second line, and the
-- issuer and subject of removed and suspended users, with the end of the suspension on a third line.
create function note_policy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into hub.revocations (kind, tenant_id, subject)
  values ('secondFactorPolicy', new.tenant_id, concat_ws(E'\n', new.second_factor_policy, iso_instant(new.second_factor_from)));
  return null;
end
$$;

create trigger note_policy after update of second_factor_policy, second_factor_from on organisation_settings for each row
  when ((old.second_factor_policy, old.second_factor_from) is distinct from (new.second_factor_policy, new.second_factor_from))
  execute function note_policy();
create trigger note_first_policy after insert on organisation_settings for each row
  when (new.second_factor_policy <> 'optional') execute function note_policy();

-- Subjects of users whom a restored backup does not know, and who were removed or suspended: a sign-in does not create them.
create table refused_subjects (
  tenant_id uuid not null references tenants,
  issuer text not null,
  subject text not null,
  -- The end of a suspension; null: none.
  refused_until timestamptz(3),
  primary key (tenant_id, issuer, subject)
);

select protect_tenant_table('refused_subjects');
grant select on refused_subjects to hub_auth;
create policy sign_in on refused_subjects for select to hub_auth using (true);

create function note_subjects() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into hub.revocations (kind, tenant_id, subject)
  select case when new.is_active and new.archived_on is null then 'subjectAdmitted' else 'subjectRefused' end, new.tenant_id,
    concat_ws(E'\n', issuer, subject, iso_instant(case when new.archived_on is null then new.suspended_until end))
  from (select issuer, subject from identities where tenant_id = new.tenant_id and user_id = new.user_id
    union select issuer, subject from former_identities where tenant_id = new.tenant_id and user_id = new.user_id) as known;
  return null;
end
$$;

-- After retire_identities, by name, which moves them.
create trigger subjects_noted after update of archived_on, is_active, suspended_until on users for each row
  when ((old.archived_on is null, old.is_active, old.suspended_until)
    is distinct from (new.archived_on is null, new.is_active, new.suspended_until))
  execute function note_subjects();

-- Replace those of 0006_sessions.sql: like a link, a password set by others ends known devices, which may be a stranger's.
create or replace function set_account_password(account uuid, new_password_hash text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not account_belongs_here(account) then
    return false;
  end if;
  update accounts set password_hash = new_password_hash, password_changed_on = now() where user_id = account;
  delete from secrets where user_id = account;
  delete from known_devices where user_id = account;
  return true;
end
$$;

create or replace function set_tenant_user_password(tenant uuid, account uuid, new_password_hash text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not app_is_host() or not exists (
    select from users u join tenants t using (tenant_id)
    where u.tenant_id = tenant and u.user_id = account and u.archived_on is null and t.archived_on is null
  ) then
    return false;
  end if;
  update accounts set password_hash = new_password_hash, password_changed_on = now() where user_id = account;
  delete from secrets where user_id = account;
  delete from known_devices where user_id = account;
  return true;
end
$$;
