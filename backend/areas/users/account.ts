// What one person does to the account of another, who may do no more than they.
import type * as z from "zod";
import type { apiKeyCreate } from "../../../lib/contract/api-keys";
import type { setPassword } from "../../../lib/contract/passwords";
import { endAccountApiKeys, setAccountPassword } from "../../access/accounts";
import { refuseUnlessHoldingAllOf } from "../../access/grants";
import { beginViewing } from "../../access/viewing";
import { createApiKey } from "../../api-keys/api-keys";
import { isSameId } from "../../database/uuid";
import { forbidden, notFound } from "../../http/errors";
import type { Context } from "../../http/route";
import { notifyUser } from "../../notifications/notify";
import { lockUser } from "./queries";
import { mayChangeAccount, refuseWithoutPasswords } from "./service";

/**
 * @throws {RequestError} 404, 403 for one's own, for an account of other tenants or of somebody who may do more than the caller,
 *   and where there are no passwords
 */
export async function checkPasswordChange(context: Context, userId: string): Promise<void> {
  const { db, user } = context;
  refuseWithoutPasswords(context);
  // Whoever sits at somebody's open session must not learn to come back.
  if (isSameId(userId, user.userId)) throw forbidden("ownPassword");
  if (!(await lockUser(db, userId))) throw notFound();
  await refuseUnlessHoldingAllOf(db, user, [userId], "passwordOfStronger");
  if (!(await mayChangeAccount(context, userId))) throw forbidden("foreignAccount");
}

/**
 * Sets somebody else's password. The API keys that were made in their name end with it unless they are to stay.
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
 * Whoever has the key can do what its user may, so nobody makes one for somebody who may do more than they.
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

/**
 * Lets the caller look at the product as somebody else, who may do no more than they.
 * @throws {RequestError} 404, 403 for oneself, for somebody who may do more, and as {@link beginViewing} does
 */
export async function viewAs(context: Context, userId: string): Promise<null> {
  const { db, user } = context;
  if (isSameId(userId, user.userId)) throw forbidden("viewingSelf");
  if (!(await lockUser(db, userId))) throw notFound();
  await refuseUnlessHoldingAllOf(db, user, [userId], "viewingOfStronger");
  await beginViewing(context, userId);
  return null;
}
