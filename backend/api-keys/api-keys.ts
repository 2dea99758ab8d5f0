import type * as z from "zod";
import type { apiKeyCreate } from "../../lib/contract/api-keys";
import { outsideOfTenant } from "../access/own-password";
import { refuseEndedSession } from "../access/sessions";
import { conflict, invalid, notFound } from "../core/errors";
import { apiKeyEnding, apiKeyHash, newApiKey } from "../credentials/api-key";
import { sql } from "../database/sql";
import { countDistinct, distinctIds } from "../database/uuid";
import type { Context } from "../endpoint/route";
import { notifyUser } from "../notifications/notify";
import { deleteApiKeys, insertApiKey } from "./queries";

const maxPerUser = 50;

/**
 * Creates an API key for an active user and returns it; it cannot be shown again.
 * @throws {RequestError} 400 on a validUntil in the past, 409 when the user has too many, 401 if the session has ended
 * meanwhile
 */
export async function createApiKey(
  context: Context,
  userId: string,
  { keyName, validUntil }: z.output<typeof apiKeyCreate>,
): Promise<string> {
  if (validUntil && new Date(validUntil) <= new Date())
    throw invalid([{ propertyName: "validUntil", rule: "future" }]);
  const { db, user } = context;
  await outsideOfTenant(context, async () => {
    // Waits for 'This was not me', which removes the keys of its sessions.
    await db.execute(sql`select from accounts where user_id = ${user.userId} for key share`);
    await refuseEndedSession(db, user);
  });
  const key = newApiKey();
  const made = { userId, hash: apiKeyHash(key), ending: apiKeyEnding(key), name: keyName, validUntil };
  if (!(await insertApiKey(db, made, maxPerUser))) throw conflict("tooManyApiKeys", { most: maxPerUser });
  await notifyUser(db, userId, "apiKeyCreated");
  return key;
}

/** All or none. @throws {RequestError} 404 when one is not among the user's */
export async function removeApiKeys({ db }: Context, userId: string, apiKeyIds: readonly string[]) {
  const ids = distinctIds(apiKeyIds);
  if ((await deleteApiKeys(db, userId, ids)) !== countDistinct(apiKeyIds)) throw notFound();
  return null;
}
