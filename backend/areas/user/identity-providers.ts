import { sql } from "drizzle-orm";
import type { IdentityProviderLink } from "../../../lib/contract/identity-providers";
import { instantOf, instantOrNull } from "../../database/list";
import { conflict, notFound } from "../../http/errors";
import type { Context } from "../../http/route";

export async function identityProviders({ db, user }: Context): Promise<IdentityProviderLink[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select identity_provider as "identityProvider", user_name as "userName", linked_on as "linkedOn",
      last_used_on as "lastUsedOn"
    from identities where user_id = ${user.userId} order by linked_on, identity_provider`);
  return rows.map((row) => ({
    identityProvider: row.identityProvider as string,
    userName: row.userName as string,
    linkedOn: instantOf(row.linkedOn),
    lastUsedOn: instantOrNull(row.lastUsedOn),
  }));
}

/** @throws {RequestError} 404 when there is no such link, 409 for the last one */
export async function removeIdentityProvider({ db, user }: Context, identityProvider: string): Promise<null> {
  // One removal after the other, so that two at once do not take the last two.
  await db.execute(sql`select from users where user_id = ${user.userId} for no key update`);
  const { rows } = await db.execute<{ name: string }>(sql`
    select identity_provider as name from identities where user_id = ${user.userId}`);
  if (!rows.some(({ name }) => name === identityProvider)) throw notFound();
  if (rows.every(({ name }) => name === identityProvider)) throw conflict("lastIdentityProvider");
  await db.execute(sql`
    delete from identities where user_id = ${user.userId} and identity_provider = ${identityProvider}`);
  return null;
}
