-- The ground that everything stands on: what a request acts as, ids, sorting, and the tenancy of tables.
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
revoke execute on function protect_tenant_table from public;
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
