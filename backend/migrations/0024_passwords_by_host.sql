-- An account of several tenants, none of them the host, belongs to none of them: whoever administers it there would get into the
-- others. When its password is forgotten the host sets another, as somebody of the tenant it is asked about.
create function set_tenant_user_password(tenant uuid, account uuid, new_password_hash text) returns boolean
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
  return true;
end
$$;
--> statement-breakpoint
revoke execute on function set_tenant_user_password from public;
--> statement-breakpoint
grant execute on function set_tenant_user_password to hub_app;
