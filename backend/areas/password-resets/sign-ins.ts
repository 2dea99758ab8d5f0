import type { SignInLink } from "../../../lib/contract/password-resets";
import { makeLink } from "../../access/link";
import { lockFactors } from "../../access/new-factor";
import { hasOneEmail, isOwnerGone, readLink, refuseUnlessOpen, storeLink } from "../../access/password-links";
import { refuseWithoutPasswords } from "../../access/password-mode";
import { factorsOf } from "../../access/second-factor";
import { recordFailure, refuseWhileThrottled } from "../../access/sign-in-throttle";
import { clientNameOf } from "../../core/client-name";
import { type SQL, sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import type { PublicContext } from "../../endpoint/route";
import { subjectsOfAddress } from "./request";
import { asAuthOf, replacePassword } from "./reset";

interface Found extends Record<string, unknown> {
  userId: string;
  userName: string;
  displayName: string;
  email: string;
  userAgent: string | null;
  address: string;
  state: SignInLink["state"];
}

/**
 * The sign-in behind a link; runs as `hub_auth`. The link outlasts a change of the password, which may be a stranger's.
 * @throws {RequestError} 404 for an unknown link, or another tenant's
 */
const find = (db: Database, tenantId: string, token: string, lock?: SQL) =>
  readLink<Found>(
    db,
    "sign_in_links",
    { tenantId, token, lock },
    sql`l.email, l.user_agent as "userAgent", l.address,
      case when l.used_on is not null then 'used' when l.expires_on <= now() then 'expired'
        when ${isOwnerGone} or not (${hasOneEmail}) then 'ended' else 'open' end as state`,
  );

/** The sign-in that a mail reported. Changes nothing: mail programs open links, too. @throws {RequestError} 404 */
export async function lookAtSignIn(
  { connection, tenant }: PublicContext,
  token: string,
): Promise<SignInLink> {
  const { state, userName, userAgent, address } = await connection.transaction("hub_auth", (db) =>
    find(db, tenant.tenantId, token),
  );
  return state === "open" ? { state, userName, address, ...clientNameOf(userAgent) } : { state };
}

/**
 * Ends all access of a stranger who knows the password, in every tenant: sessions, known devices, recently added second
 * factors, recovery codes and API keys, and the password itself. Earlier passkeys, one of which the stranger may have, need
 * the next password too. Works once; other links of the account end with it.
 * @returns the token of a link that sets a new password
 * @throws {RequestError} 403 without passwords, 404 for an unknown link, 409 for one that is no longer valid, 429 after too
 * many from an address
 */
export async function denySignIn(context: PublicContext, token: string): Promise<{ token: string }> {
  refuseWithoutPasswords(context);
  const { connection, tenant, address } = context;
  const { tenantId } = tenant;
  const subjects = subjectsOfAddress(address);
  await connection.transaction("hub_auth", async (db) => {
    await refuseWhileThrottled(db, subjects);
    await recordFailure(db, subjects);
  });
  const link = makeLink();
  await connection.transaction("hub_auth", async (db) => {
    const { userId, displayName, email } = await find(db, tenantId, token);
    // Waits for a sign-in in progress, which then ends with the other sessions.
    await lockFactors(db, userId);
    refuseUnlessOpen(await find(db, tenantId, token, sql`for update of l`));
    await asAuthOf(db, tenantId, { userId, userName: displayName });
    await endAdded(db, userId);
    await db.execute(sql`
      update sign_in_links set used_on = clock_timestamp() where user_id = ${userId} and used_on is null`);
    await replacePassword(db, userId, null);
    await storeLink(db, { tenantId, userId, email }, link);
  });
  return { token: link.token };
}

/**
 * Removes factors, recovery codes and API keys added since the oldest open link, or up to 15 minutes earlier, in a required
 * set-up. Earlier factors stay, since the link may be read by a stranger.
 */
async function endAdded(db: Database, userId: string): Promise<void> {
  const since = sql`(select min(created_on) - interval '15 minutes' from sign_in_links
    where user_id = ${userId} and used_on is null and expires_on > now())`;
  await db.execute(sql`delete from passkeys where user_id = ${userId} and created_on >= ${since}`);
  await db.execute(sql`update passkeys set needs_password = true where user_id = ${userId}`);
  await db.execute(sql`
    delete from totp_factors where user_id = ${userId} and (confirmed_on is null or confirmed_on >= ${since})`);
  await db.execute(sql`
    delete from api_keys where (user_id = ${userId} or created_by = ${userId}) and created_on >= ${since}`);
  const hasFactors = (await factorsOf(db, userId)).length > 0;
  await db.execute(sql`
    delete from recovery_codes where user_id = ${userId} and (not ${hasFactors}::boolean or created_on >= ${since})`);
}
