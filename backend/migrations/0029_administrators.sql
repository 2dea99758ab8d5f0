-- rolling
-- Whether an account has a password or a passkey, so that an administrator remains who can sign in. hub_app has no rights on either.
create function account_can_sign_in(account uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from accounts where user_id = account and password_hash is not null)
    or exists (select from passkeys where user_id = account)
$$;

revoke execute on function account_can_sign_in from public;
grant execute on function account_can_sign_in to hub_app;
