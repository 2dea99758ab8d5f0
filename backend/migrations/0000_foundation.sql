-- The foundation: who a request acts as, ids, sort keys, and which tables belong to tenants.

-- The roles hub_app and hub_auth and the extension pg_trgm exist before the first migration (database/migrate.ts).
-- hub_app serves requests of one tenant, which the setting app.tenant names, on behalf of app.user / app.user_name.
-- hub_auth serves sign-in, before a request enters a tenant. The migrating user owns the tables, views and functions.
grant usage on schema public to hub_app, hub_auth;

create function app_tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.tenant', true), '')::uuid;

create function app_actor() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.user', true), '')::uuid;

create function app_actor_name() returns text language sql stable parallel safe
  return coalesce(nullif(current_setting('app.user_name', true), ''), 'System');

-- UUID version 7 (RFC 9562): milliseconds, then random bits. Later ids sort later, so that index inserts happen at the right
-- edge. Written as one expression, so that the planner can inline it.
create function time_ordered_uuid() returns uuid language sql volatile parallel safe as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;
-- The text by which rows are sorted, searched and told apart: Unicode's NFKD without diacritics, in lower case, the same on every
-- database whatever its locale. lib/format/fold.ts does the same; a test compares them. The letters of the product's own languages
-- come first: translate() looks through its whole list for each letter, which is most of the cost of a row.
create function fold(value text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(value) = char_length(value) then lower(value collate "C")
    when octet_length(translate(value, 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻäöüÄÖÜčđšžČĐŠŽß', 'acelnoszzacelnoszzaouaoucdszcdszs')) = char_length(value)
      then lower(translate(replace(value, 'ß', 'ss'), 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻäöüÄÖÜčđšžČĐŠŽ', 'acelnoszzacelnoszzaouaoucdszcdsz') collate "C")
    else lower(translate(
      replace(replace(replace(replace(replace(replace(replace(replace(
        regexp_replace(normalize(value, NFKD), '[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u065F\u0670]', '', 'g'),
        'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th'),
      'ÐðØøĐđĦħıŁłŊŋŦŧςЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϷϺϽϾϿƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿ𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑𐓒𐓓𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡',
      'ddooddhhillnnttσђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϸϻͻͼͽɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀ𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹𐓺𐓻𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃') collate "C")
    end
$$;

-- Makes a table with a tenant_id tenant-owned; every new table calls this. The policy of the owner is for triggers and search
-- views, which run as the owner and name the tenant themselves.
create function protect_tenant_table(name regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', name);
  execute format('create policy tenant_rows on %s to hub_app using (tenant_id = (select app_tenant())) with check (tenant_id = (select app_tenant()))', name);
  execute format('create policy owner_rows on %s to current_user using (true) with check (true)', name);
end
$$;

revoke execute on function protect_tenant_table from public;

-- Stamps a changed record. Each trigger that calls it says which columns count as a change.
create function touch_record() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_on := now();
  new.updated_by := app_actor();
  new.updated_by_name := app_actor_name();
  return new;
end
$$;
