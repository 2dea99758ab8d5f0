import type * as z from "zod";
import type { acceptInvitation, Invitation } from "../../../lib/contract/invitations";
import { linkHash } from "../../access/link";
import { refuseWeakPassword } from "../../access/new-password";
import { invalid, RequestError } from "../../core/errors";
import { withKeyedLock } from "../../core/keyed-lock";
import { sql } from "../../database/sql";
import { inTenant } from "../../database/transaction";
import { refuseDuplicate } from "../../database/unique-violation";
import type { PublicContext } from "../../endpoint/route";
import { instantOf } from "../../lists/list";
import { createAccount, freeUserName, isUserNameTaken, userNameIndex } from "../../members/accounts";
import { appearanceOf, organisationName } from "../../organisation/appearance";
import { hashPassword } from "../../queues/password";
import { isEmailOfUser } from "./queries";
import { find, lockOpen, redeem, refuseUnlessOpen } from "./redeem";

const nameTaken = () => invalid([{ propertyName: "userName", rule: "taken" }]);

/** The invitation behind a link. @throws {RequestError} 404 for an unknown link, or another tenant's */
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
 * Makes the invited person a user of the tenant, once. The e-mail address is the invitation's. With sign-in by a
 * provider the account has no password, and belongs to the person that the provider confirms as the owner of that
 * address.
 * @throws {RequestError} 404 for an unknown link, 409 for an invitation that is not open, 400 on userName or password, and
 * with a provider if the address is already a user's
 */
export function accept(
  context: PublicContext,
  token: string,
  given: z.output<typeof acceptInvitation>,
): Promise<string> {
  // Sequential per link, so that one link cannot cause many concurrent hashes.
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
  // Checked before the costly hash: only holders of a valid link get one.
  const { email } = await connection.transaction("hub_auth", async (db) =>
    refuseUnlessOpen(await find(db, context, token)),
  );
  if (await inTenant(connection, tenant.tenantId, undefined, (db) => isUserNameTaken(db, userName)))
    throw nameTaken();
  if (withPassword && password !== undefined)
    await refuseWeakPassword(context, password, { userName, firstName, lastName, email });
  const passwordHash = withPassword && password !== undefined ? await hashPassword(password) : null;

  return connection.transaction("hub_auth", async (db) => {
    const found = await lockOpen(db, context, token);
    // Of two users with one address, the provider's sign-in finds neither.
    if (!withPassword && (await isEmailOfUser(db, found.email)))
      throw new RequestError("userOfTenant", { status: 400 });
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
