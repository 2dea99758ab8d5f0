import type { ApiKeyRow } from "../../lib/contract/api-keys";
import { sql } from "../database/sql";
import type { Connection, Database } from "../database/transaction";
import { instantOf, instantOrNull } from "../lists/list";
import type { ListSource } from "../lists/list-source";
import { idArray } from "../members/memberships";

type ApiKeySort = "createdOn" | "keyName" | "createdBy" | "validUntil" | "lastUsedOn";

/** Whether the maker of a key `k` is its user, or still a user: a key ends with its maker. */
export const hasActiveMaker = sql`(k.created_by is null or k.created_by = k.user_id or exists (
  select from users m where m.tenant_id = k.tenant_id and m.user_id = k.created_by and m.archived_on is null))`;

/** The keys of one user; there are few, so they are sorted directly. */
export function apiKeysOf(userId: string): ListSource<ApiKeySort, ApiKeyRow> {
  const rows = sql`api_keys k`;
  return {
    rows,
    where: sql`k.user_id = ${userId}`,
    id: sql`k.api_key_id`,
    sorts: {
      createdOn: { by: sql`k.created_on` },
      keyName: { by: sql`k.key_name_sort` },
      createdBy: { by: sql`k.created_by_sort` },
      validUntil: { by: sql`k.valid_until`, nullable: true },
      lastUsedOn: { by: sql`k.last_used_on`, nullable: true },
    },
    filters: {},
    search: { rows, text: sql`(k.key_name_sort || E'\n' || fold(k.key_ending))` },
    detail: {
      columns: sql`k.api_key_id as "apiKeyId", k.key_name as "keyName", k.key_ending as "keyEnding",
        k.valid_until as "validUntil", k.created_on as "createdOn", k.created_by_name as "createdBy",
        k.last_used_on as "lastUsedOn", k.last_used_address as "lastUsedAddress",
        case when not ${hasActiveMaker} then 'makerGone' when k.created_by <> k.user_id then 'maker' end as bound`,
      join: sql`api_keys k on k.api_key_id = page.id`,
    },
    read: (row) => ({
      apiKeyId: row.apiKeyId as string,
      keyName: row.keyName as string,
      keyEnding: row.keyEnding as string,
      validUntil: instantOrNull(row.validUntil),
      createdOn: instantOf(row.createdOn),
      createdBy: row.createdBy as string,
      lastUsedOn: instantOrNull(row.lastUsedOn),
      lastUsedAddress: row.lastUsedAddress as string | null,
      bound: row.bound as ApiKeyRow["bound"],
    }),
  };
}

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
