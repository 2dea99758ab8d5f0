import { sql } from "drizzle-orm";
import type * as z from "zod";
import type { acceptInvitation, Invitation } from "../../../lib/contract/invitations";
import { createAccount, isUserNameTaken, userNameIndex } from "../../access/accounts";
import { withKeyedLock } from "../../access/keyed-lock";
import { instantOf } from "../../database/list";
import { type Database, inTenant } from "../../database/transaction";
import { refuseDuplicate } from "../../database/unique-violation";
import { invalid } from "../../http/errors";
import { hashPassword } from "../../http/password";
import type { PublicContext } from "../../http/route";
import { appearanceOf, organisationName } from "../../organisation/appearance";
import { linkHash } from "./link";
import { find, lockOpen, redeem, refuseUnlessOpen } from "./redeem";

const nameTaken = () => invalid([{ propertyName: "userName", rule: "taken" }]);

/** What the link leads to. @throws {RequestError} 404 for a link that never was, or is another tenant's */
export async function look(context: PublicContext, token: string): Promise<Invitation> {
  const { connection, tenant, config } = context;
  const found = await connection.transaction("hub_auth", (db) => find(db, context, token));
  if (found.state !== "open") return { state: found.state };
  const { email, inviter, expiresOn } = found;
  const suggestedUserName = await inTenant(connection, tenant.tenantId, undefined, (db) =>
    freeUserName(db, email),
  );
  return {
    state: "open",
    email,
    organisation: organisationName(config, tenant.name, await appearanceOf(connection, tenant.tenantId)),
    invitedBy: inviter,
    expiresOn: instantOf(expiresOn),
    suggestedUserName,
  };
}

/**
 * Makes the invited person a user of the tenant, once. The e-mail address is the invitation's. With sign-in by a provider
 * the account has no password, and is entered by whoever the provider vouches for as the owner of that address.
 * @throws {RequestError} 404 for a link that never was, 409 for one that lets nobody in, 400 on userName or password
 */
export function accept(
  context: PublicContext,
  token: string,
  given: z.output<typeof acceptInvitation>,
): Promise<string> {
  // One at a time for each link, so that nobody can have many passwords hashed at once.
  return withKeyedLock([`invitation:${linkHash(token)}`], () => acceptNow(context, token, given));
}

async function acceptNow(
  context: PublicContext,
  token: string,
  given: z.output<typeof acceptInvitation>,
): Promise<string> {
  const { connection, tenant, config } = context;
  const { userName, firstName, lastName, password } = given;
  const withPassword = config.authMode === "basic";
  if (withPassword && password === undefined) throw invalid([{ propertyName: "password", rule: "required" }]);
  // Asked before the costly hash: only who holds a link that works is worth it.
  await connection.transaction("hub_auth", async (db) => refuseUnlessOpen(await find(db, context, token)));
  if (await inTenant(connection, tenant.tenantId, undefined, (db) => isUserNameTaken(db, userName)))
    throw nameTaken();
  const passwordHash = withPassword && password !== undefined ? await hashPassword(password) : null;

  return connection.transaction("hub_auth", async (db) => {
    const found = await lockOpen(db, context, token);
    const userId = await createAccount(db, userName, passwordHash);
    if (!userId) throw nameTaken();
    const entered = db.execute(sql`
      insert into users (user_id, user_name, first_name, last_name, email)
      values (${userId}, ${userName}, ${firstName}, ${lastName}, ${found.email})`);
    await refuseDuplicate(userNameIndex, "userName", entered);
    await redeem(db, tenant.tenantId, found, { userId, userName: `${firstName} ${lastName}` });
    return userId;
  });
}

const maxUserNameLength = 100;

/** The part before the @, as far as a user name can be like that, with a number behind it when somebody has it. */
async function freeUserName(db: Database, email: string): Promise<string> {
  const [local = ""] = email.split("@");
  const wanted = local.replace(/[^A-Za-z0-9_.-]+/g, ".").slice(0, maxUserNameLength - 3);
  for (const candidate of [wanted, ...Array.from({ length: 8 }, (_, index) => `${wanted}${index + 2}`)])
    if (candidate !== "" && !(await isUserNameTaken(db, candidate))) return candidate;
  return "";
}
