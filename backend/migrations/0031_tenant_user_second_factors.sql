-- rolling
-- Like set_tenant_user_password (0028_account_notices.sql): an account of several tenants, none of which is the host, belongs to none
-- of them, so the host resets its second factors, on behalf of the given tenant (AU-11).
create function reset_tenant_user_second_factors(tenant uuid, account uuid, reason text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not app_is_host() or not exists (
    select from users u join tenants t using (tenant_id)
    where u.tenant_id = tenant and u.user_id = account and u.archived_on is null and t.archived_on is null
  ) then
    return false;
  end if;
  perform record_account_change(account, 'UserSecondFactorsReset', '{}', jsonb_build_object('reason', reason));
  delete from totp_factors where user_id = account;
  delete from passkeys where user_id = account;
  delete from recovery_codes where user_id = account;
  return true;
end
$$;

revoke execute on function reset_tenant_user_second_factors from public;
grant execute on function reset_tenant_user_second_factors to hub_app;
