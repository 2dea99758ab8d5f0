-- Whether the account is a living user of a tenant beside the current one: whoever changes it decides for that tenant too.
create function account_is_elsewhere(account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from users where user_id = account and tenant_id <> app_tenant() and archived_on is null)
$$;
--> statement-breakpoint
revoke execute on function account_is_elsewhere from public;
--> statement-breakpoint
grant execute on function account_is_elsewhere to hub_app;
