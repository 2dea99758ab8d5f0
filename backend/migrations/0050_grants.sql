-- What is given does no more than its giver may give at that moment. Who stands for an invitation is whoever sent its last
-- e-mail; that was read from the trace of changes, where also stands who failed to send it again.
alter table invitations add column invited_by uuid default app_actor(), add column invited_by_name text not null default app_actor_name();
--> statement-breakpoint
update invitations set invited_by = coalesce(updated_by, created_by), invited_by_name = coalesce(updated_by_name, created_by_name)
where accepted_on is null and revoked_on is null;
--> statement-breakpoint
grant update (invited_by, invited_by_name) on invitations to hub_app;
--> statement-breakpoint
select track_history('invitations', 'invitation_id', 'Invitation', 'email', collection => 'users/invitations',
  ignored => '{language,timezone,sent_on,due_on,claimed_until,attempts,invited_by,invited_by_name}');
--> statement-breakpoint
-- Whoever sets the password of an account may end its API keys too, which work in its name in every tenant. False when the
-- account does not belong here, nor, for the host, to the tenant that it is asked about.
create function end_account_api_keys(account uuid, tenant uuid default null) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  if not (account_belongs_here(account) or app_is_host() and exists (
    select from users u join tenants t using (tenant_id)
    where u.tenant_id = tenant and u.user_id = account and u.archived_on is null and t.archived_on is null
  )) then
    return false;
  end if;
  delete from api_keys where user_id = account;
  return true;
end
$$;
--> statement-breakpoint
revoke execute on function end_account_api_keys from public;
--> statement-breakpoint
grant execute on function end_account_api_keys to hub_app;
