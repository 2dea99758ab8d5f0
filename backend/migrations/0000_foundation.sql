-- The ground everything stands on: helper functions, tenants, accounts, sign-in.
--
-- Before the first migration the roles hub_app and hub_auth and the extension pg_trgm exist (database/migrate.ts).
-- hub_app serves requests of one tenant, named by the setting app.tenant, on behalf of app.user / app.user_name.
-- hub_auth serves sign-in, before a tenant is entered. The migrating user owns the tables, views and functions.
grant usage on schema public to hub_app, hub_auth;
--> statement-breakpoint
create function app_tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '')::uuid;
--> statement-breakpoint
create function app_actor() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user', true), '')::uuid;
--> statement-breakpoint
create function app_actor_name() returns text language sql stable parallel safe
  return coalesce(nullif(current_setting('app.user_name', true), ''), 'System');
--> statement-breakpoint
-- UUID version 7 (RFC 9562): milliseconds, then random bits. Ids made later sort later, which keeps index inserts at the
-- right edge. In a shape that the planner can put in place of the call.
create function time_ordered_uuid() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;
--> statement-breakpoint
-- What text is sorted and searched by: lower case, without diacritics, in one fixed collation, so that the order and
-- the trigrams are the same on every database whatever locale it was made with. The letters of the product's own
-- languages come first: translate() looks at its whole list for every letter, which is most of the cost of a row.
create function fold(value text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(value) = char_length(value) then lower(value collate "C")
    when octet_length(translate(value, 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻäöüÄÖÜčđšžČĐŠŽß', 'acelnoszzacelnoszzaouaoucdszcdszs')) = char_length(value)
      then lower(translate(replace(value, 'ß', 'ss'), 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻäöüÄÖÜčđšžČĐŠŽ', 'acelnoszzacelnoszzaouaoucdszcdsz') collate "C")
    else lower(translate(replace(replace(value, 'ß', 'ss'), 'ẞ', 'ss'),
      'ąćęłńóśźżĄĆĘŁŃÓŚŹŻäöüÄÖÜčđšžČĐŠŽÀÁÂÃÅÆÇÈÉÊËÌÍÎÏÐÑÒÔÕØÙÚÛÝÞàáâãåæçèéêëìíîïðñòôõøùúûýþÿĀāĂăĈĉĊċĎďĒēĔĕĖėĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĲĴĵĶķĸĹĺĻļĽľĿŅņŇňŉŊŋŌōŎŏŐőŒœŔŕŖŗŘřŜŝŞşŢţŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸſȘșȚțǍǎǏǐǑǒǓǔΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
      'acelnoszzacelnoszzaouaoucdszcdszaaaaaaceeeeiiiidnoooouuuytaaaaaaceeeeiiiidnoooouuuytyaaaaccccddeeeeeeeegggggggghhhhiiiiiiiiiiĳjjkkkllllllŀnnnnnnnoooooooorrrrrrssssttttttuuuuuuuuuuuuwwyyysssttaaiioouuάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюя') collate "C")
    end
$$;
--> statement-breakpoint
create function display_name(first_name text, last_name text, user_name text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(btrim(first_name || ' ' || last_name), ''), user_name);
--> statement-breakpoint
-- Makes a table with a tenant_id tenant-owned: every new one calls this. The owner's policy serves the triggers and
-- search views, which run as the owner and name the tenant themselves.
create function protect_tenant_table(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', name);
  execute format('create policy tenant_rows on %s to hub_app using (tenant_id = (select app_tenant())) with check (tenant_id = (select app_tenant()))', name);
  execute format('create policy owner_rows on %s to current_user using (true) with check (true)', name);
end
$$;
--> statement-breakpoint
-- Stamps a changed record; which columns count as a change is said where the trigger is made.
create function touch_record() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_on := now();
  new.updated_by := app_actor();
  new.updated_by_name := app_actor_name();
  return new;
end
$$;
--> statement-breakpoint
create table tenants (
  tenant_id uuid primary key default time_ordered_uuid(),
  identifier text not null check (identifier = lower(identifier)) unique,
  name text not null,
  is_active boolean not null default true,
  created_on timestamptz(3) not null default now(),
  created_by uuid default app_actor(),
  created_by_name text not null default app_actor_name(),
  updated_on timestamptz(3),
  updated_by uuid,
  updated_by_name text,
  archived_on timestamptz(3),
  version integer not null default 1
);
--> statement-breakpoint
select protect_tenant_table('tenants');
--> statement-breakpoint
create trigger touch before update on tenants for each row
  when ((old.identifier, old.name, old.is_active, old.archived_on) is distinct from (new.identifier, new.name, new.is_active, new.archived_on))
  execute function touch_record();
--> statement-breakpoint
grant select on tenants to hub_app, hub_auth;
--> statement-breakpoint
create policy sign_in on tenants for select to hub_auth using (true);
--> statement-breakpoint
-- Who can sign in, over all tenants. hub_app has no right on it at all: it works through the functions of 0001.
create table accounts (
  user_id uuid primary key default time_ordered_uuid(),
  user_name text not null,
  password_hash text,
  created_on timestamptz(3) not null default now(),
  password_changed_on timestamptz(3),
  archived_on timestamptz(3),
  unique (user_id, user_name)
);
--> statement-breakpoint
create unique index accounts_user_name_key on accounts (lower(user_name)) where archived_on is null;
--> statement-breakpoint
grant select, insert, update (password_hash, password_changed_on) on accounts to hub_auth;
--> statement-breakpoint
-- Failed sign-ins of one account name or one network address; shared by all processes. `subject` says which kind.
create table sign_in_failures (
  subject text primary key,
  failures integer not null,
  window_started_on timestamptz(3) not null default now(),
  last_failed_on timestamptz(3) not null default now(),
  blocked_until timestamptz(3)
);
--> statement-breakpoint
create index sign_in_failures_age on sign_in_failures (last_failed_on);
--> statement-breakpoint
grant select, insert, update, delete on sign_in_failures to hub_auth;
