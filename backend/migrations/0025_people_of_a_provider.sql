-- rolling
-- Users are created at their first sign-in with a provider (US-07). Subjects of deleted users are kept as long as these, so that
-- a sign-in does not create them again.
create table former_identities (
  tenant_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  primary key (tenant_id, issuer, subject, user_id),
  foreign key (tenant_id, user_id) references users
);

select protect_tenant_table('former_identities');
create index former_identities_of_user on former_identities (tenant_id, user_id);
grant select on former_identities to hub_auth;
create policy sign_in on former_identities for select to hub_auth using (true);

create or replace function retire_identities() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into former_identities (tenant_id, issuer, subject, user_id)
  select tenant_id, issuer, subject, user_id from identities where tenant_id = new.tenant_id and user_id = new.user_id
  on conflict do nothing;
  delete from identities where tenant_id = new.tenant_id and user_id = new.user_id;
  return null;
end
$$;
