// Actions on the account of another user with no more rights than the caller.

import type * as z from "zod";
import type { apiKeyCreate } from "../../../lib/contract/api-keys";
import type { setPassword } from "../../../lib/contract/passwords";
import { linkAddress, makeLink } from "../../access/link";
import { recordPasswordLink, storeLink } from "../../access/password-links";
import { refuseWithoutPasswords } from "../../access/password-mode";
import { createApiKey, removeApiKeys as removeKeys } from "../../api-keys/api-keys";
import { forbidden, notFound } from "../../core/errors";
import { isSameId } from "../../database/uuid";
import type { Context } from "../../endpoint/route";
import { beginViewing } from "../../identity/viewing";
import { endAccountApiKeys, setAccountPassword } from "../../members/accounts";
import { mayChangeAccount, refuseUnlessHoldingAllOf } from "../../members/policies";
import { notifyUser } from "../../notifications/notify";
import { lockUser } from "./queries";

/**
 * @throws {RequestError} 404, 403 for one's own account, for one of other tenants or of a user with more rights, and
 * without passwords
 */
export async function checkPasswordChange(context: Context, userId: string): Promise<void> {
  const { db, user } = context;
  refuseWithoutPasswords(context);
  // An unattended session must not be enough to take the account over.
  if (isSameId(userId, user.userId)) throw forbidden("ownPassword");
  if (!(await lockUser(db, userId))) throw notFound();
  await refuseUnlessHoldingAllOf(db, user, [userId], "passwordOfStronger");
  if (!(await mayChangeAccount(context, userId))) throw forbidden("foreignAccount");
}

/**
 * Sets another user's password. Ends their API keys unless kept explicitly.
 * @throws {RequestError} as {@link checkPasswordChange} does
 */
export async function changePassword(
  context: Context,
  userId: string,
  { endApiKeys }: z.output<typeof setPassword>,
  passwordHash: string,
): Promise<null> {
  const { db } = context;
  await checkPasswordChange(context, userId);
  await setAccountPassword(db, userId, passwordHash);
  if (endApiKeys) await endAccountApiKeys(db, userId);
  await notifyUser(db, userId, "passwordSet");
  return null;
}

/**
 * Creates a link by which the user sets a password, to be handed over; recorded in their history.
 * @throws {RequestError} as {@link checkPasswordChange} does
 */
export async function makePasswordLink(context: Context, userId: string): Promise<string> {
  const { config, connection, tenant, user } = context;
  await checkPasswordChange(context, userId);
  const link = makeLink();
  // A tenant's requests cannot see links.
  context.afterCommit(() =>
    connection.transaction("hub_auth", async (db) => {
      await storeLink(db, { tenantId: tenant.tenantId, userId, madeBy: user.userId }, link);
      await recordPasswordLink(db, { tenantId: tenant.tenantId, userId, actor: user });
    }),
  );
  return linkAddress(config, tenant.identifier, "password-reset", link.token);
}

/**
 * A key has all its user's rights, so the caller needs at least as many.
 * @throws {RequestError} 404, 403 `apiKeyOfStronger`, and as {@link createApiKey} does
 */
export async function makeApiKey(
  context: Context,
  userId: string,
  given: z.output<typeof apiKeyCreate>,
): Promise<string> {
  const { db, user } = context;
  if (!(await lockUser(db, userId))) throw notFound();
  await refuseUnlessHoldingAllOf(db, user, [userId], "apiKeyOfStronger");
  return createApiKey(context, userId, given);
}

/** @throws {RequestError} 403 `apiKeyOfStronger`, and as {@link removeKeys} does */
export async function removeApiKeys(context: Context, userId: string, apiKeyIds: readonly string[]) {
  const { db, user } = context;
  await refuseUnlessHoldingAllOf(db, user, [userId], "apiKeyOfStronger");
  return removeKeys(context, userId, apiKeyIds);
}

/**
 * Starts viewing as another user with no more rights than the caller.
 * @throws {RequestError} 404, 403 for oneself, for a suspended user, one with more rights, and as {@link beginViewing} does
 */
export async function viewAs(context: Context, userId: string): Promise<null> {
  const { db, user } = context;
  if (isSameId(userId, user.userId)) throw forbidden("viewingSelf");
  const stored = await lockUser(db, userId);
  if (!stored) throw notFound();
  if (!stored.isActive) throw forbidden("viewingOfSuspended");
  await refuseUnlessHoldingAllOf(db, user, [userId], "viewingOfStronger");
  await beginViewing(context, userId);
  return null;
}
