-- rolling
-- An organisation's policy of second factors, and sign-ins that set one up (AU-11, docs/decisions/0123).
alter table organisation_settings
  add column second_factor_policy text not null default 'optional',
  -- Start of the policy; null while second factors are optional.
  add column second_factor_from timestamptz(3),
  add constraint organisation_settings_second_factor_policy
    check (second_factor_policy in ('optional', 'administrators', 'everybody')) not valid,
  add constraint organisation_settings_second_factor_from
    check ((second_factor_policy = 'optional') = (second_factor_from is null)) not valid;

grant insert (second_factor_policy, second_factor_from), update (second_factor_policy, second_factor_from)
  on organisation_settings to hub_app;
grant select (tenant_id, second_factor_policy, second_factor_from) on organisation_settings to hub_auth;
create policy sign_in on organisation_settings for select to hub_auth using (true);

select track_history('organisation_settings', 'tenant_id', 'OrganisationSetting', 'company_name');

alter table sign_in_steps
  -- State of a required set-up; null for a sign-in by an existing second factor.
  add column set_up text check (set_up in ('wanted', 'done')),
  -- Calls with the step, which are limited.
  add column calls integer not null default 0;

grant update (set_up, calls) on sign_in_steps to hub_auth;

-- Users of this tenant with a second factor.
create function second_factor_holders() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select user_id from users where tenant_id = app_tenant() and archived_on is null and user_id in (
    select user_id from totp_factors where confirmed_on is not null union select user_id from passkeys)
$$;

revoke execute on function second_factor_holders from public;
grant execute on function second_factor_holders to hub_app;
