import { apiKeyList } from "../../lib/contract/api-keys";
import { sql } from "../database/sql";
import type { Connection, Database } from "../database/transaction";
import { listSource } from "../lists/declared-list";
import { isActiveMember } from "../members/active";
import { idArray } from "../members/memberships";

/** Whether the maker of a key `k` is its user, or an active one: a key ends with its maker. */
export const hasActiveMaker = sql`(k.created_by is null or k.created_by = k.user_id or exists (
  select from users m where m.tenant_id = k.tenant_id and m.user_id = k.created_by and ${isActiveMember("m")}))`;

/** The keys of one user; there are few, so they are sorted directly. */
export const apiKeysOf = (userId: string) =>
  listSource(apiKeyList, {
    from: sql`api_keys k`,
    alias: "k",
    where: sql`k.user_id = ${userId}`,
    id: sql`k.api_key_id`,
    columns: {
      bound: {
        read: sql`case when not ${hasActiveMaker} then 'makerGone' when k.created_by <> k.user_id then 'maker' end`,
      },
    },
    search: { text: sql`(k.key_name_sort || E'\n' || fold(k.key_ending))` },
  });

interface NewKey {
  userId: string;
  hash: string;
  ending: string;
  name: string;
  validUntil?: string;
}

/** False when the user already has `max`. */
export async function insertApiKey(
  db: Database,
  { userId, hash, ending, name, validUntil }: NewKey,
  max: number,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into api_keys (user_id, key_hash, key_ending, key_name, valid_until)
    select ${userId}::uuid, ${hash}::text, ${ending}::text, ${name}::text, ${validUntil ?? null}::timestamptz
    where (select count(*) from api_keys where user_id = ${userId}) < ${max}::integer
    returning true`);
  return rows.length > 0;
}

/** Returns the number of deleted keys of the user. */
export async function deleteApiKeys(db: Database, userId: string, apiKeyIds: readonly string[]) {
  const { rows } = await db.execute(sql`
    delete from api_keys where user_id = ${userId} and api_key_id = any(${idArray(apiKeyIds)}) returning true`);
  return rows.length;
}

/**
 * Records the use of a key; concurrent calls do not wait for each other. The history gets the first use of a day and
 * each use from an address other than the one before.
 */
export function recordKeyUse(connection: Connection, hash: string, address: string): Promise<unknown> {
  return connection.transaction("hub_auth", (db) =>
    db.execute(sql`
      with used as (
        select tenant_id, api_key_id, user_id, key_name, key_ending, last_used_on, last_used_address from api_keys
        where key_hash = ${hash} for no key update skip locked
      ), noted as (
        update api_keys k set last_used_on = now(), last_used_address = ${address}::text from used
        where k.tenant_id = used.tenant_id and k.api_key_id = used.api_key_id
      )
      insert into history (tenant_id, collection, record_id, record_name, type, changed_by, changed_by_name, previous, current)
      select u.tenant_id, 'users', u.user_id, name, 'UserApiKeyUsed', u.user_id, name, '{}',
        jsonb_build_object('keyName', used.key_name, 'keyEnding', used.key_ending, 'address', ${address}::text)
      from used join users u using (tenant_id, user_id), display_name(u.first_name, u.last_name, u.user_name) as name
      where used.last_used_on is null or used.last_used_on < date_trunc('day', now(), 'UTC')
        or used.last_used_address is distinct from ${address}::text`),
  );
}
