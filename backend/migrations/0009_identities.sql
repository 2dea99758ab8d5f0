-- Who a user is at identity providers (HO-04). Links belong to a tenant, as the e-mail addresses do that people are
-- recognised by the first time: what one tenant says of a person must not let anybody into another.
create table identities (
  tenant_id uuid not null references tenants,
  -- OpenID Connect Core 1.0, section 2: the two together are a person for good.
  issuer text not null,
  subject text not null,
  -- Which provider is behind the issuer: microsoft, google, apple, or the issuer's own host.
  identity_provider text not null,
  user_id uuid not null,
  -- What the provider calls the person.
  user_name text not null,
  linked_on timestamptz(3) not null default now(),
  last_used_on timestamptz(3),
  -- The provider's name of the sign-in that the last token came from.
  last_session text,
  primary key (tenant_id, issuer, subject, identity_provider),
  foreign key (tenant_id, user_id) references users
);
--> statement-breakpoint
select protect_tenant_table('identities');
--> statement-breakpoint
create index identities_of_user on identities (tenant_id, user_id);
--> statement-breakpoint
grant select (tenant_id, user_id, identity_provider, user_name, linked_on, last_used_on), delete on identities to hub_app;
--> statement-breakpoint
grant select, insert, update (last_used_on, last_session) on identities to hub_auth;
--> statement-breakpoint
create policy sign_in on identities to hub_auth using (true);
--> statement-breakpoint
-- People link themselves by signing in, before anybody acts in the tenant.
create function record_linked_identities() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, changed_by, changed_by_name, previous, current)
  select tenant_id, 'users', user_id, name, 'UserIdentityProviderLinked', coalesce(app_actor(), user_id),
    case when app_actor() is null then name else app_actor_name() end, '{}',
    jsonb_build_object('identityProvider', n.identity_provider, 'providerUserName', n.user_name)
  from new_rows n join users u using (tenant_id, user_id), display_name(u.first_name, u.last_name, u.user_name) as name;
  return null;
end
$$;
--> statement-breakpoint
create trigger history_insert after insert on identities referencing new table as new_rows
  for each statement execute function record_linked_identities();
--> statement-breakpoint
create function record_removed_identities() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
  select tenant_id, 'users', user_id, display_name(u.first_name, u.last_name, u.user_name), 'UserIdentityProviderRemoved',
    jsonb_build_object('identityProvider', o.identity_provider, 'providerUserName', o.user_name), '{}'
  from old_rows o join users u using (tenant_id, user_id);
  return null;
end
$$;
--> statement-breakpoint
create trigger history_delete after delete on identities referencing old table as old_rows
  for each statement execute function record_removed_identities();
--> statement-breakpoint
create function retire_identities() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from identities where tenant_id = new.tenant_id and user_id = new.user_id;
  return null;
end
$$;
--> statement-breakpoint
create trigger retire_identities after update of archived_on on users for each row
  when (old.archived_on is null and new.archived_on is not null) execute function retire_identities();
