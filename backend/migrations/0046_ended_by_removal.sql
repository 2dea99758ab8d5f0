-- A removed user's sessions end, and can be told why: a secret that has expired opens nothing, and still says whose it was.
create or replace function retire_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update secrets set expires_on = least(expires_on, now()) where tenant_id = new.tenant_id and user_id = new.user_id;
  update accounts set archived_on = now()
  where user_id = new.user_id
    and not exists (select from users join tenants t using (tenant_id)
      where user_id = new.user_id and users.archived_on is null and t.archived_on is null);
  return null;
end
$$;
