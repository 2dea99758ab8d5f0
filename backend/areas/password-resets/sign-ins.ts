import type { SignInLink } from "../../../lib/contract/password-resets";
import { linkHash, makeLink } from "../../access/link";
import { hasOneEmail } from "../../access/new-device";
import { refusals, storeLink } from "../../access/password-links";
import { factorsOf } from "../../access/second-factor";
import { recordFailure, refuseWhileThrottled } from "../../access/sign-in-throttle";
import { clientNameOf } from "../../core/client-name";
import { conflict, forbidden, RequestError } from "../../core/errors";
import { type SQL, sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import type { PublicContext } from "../../endpoint/route";
import { isActiveMember } from "../../members/active";
import { subjectsOfAddress } from "./request";
import { asAuthOf } from "./reset";

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
 * The sign-in of a link; runs as `hub_auth`. The link does not end with a change of the password, which a stranger may
 * have made.
 * @throws {RequestError} 404 for an unknown link, or another tenant's
 */
async function find(db: Database, tenantId: string, token: string, lock: SQL = sql.empty): Promise<Found> {
  const { rows } = await db.execute<Found>(sql`
    select l.user_id as "userId", a.user_name as "userName", l.email, l.user_agent as "userAgent", l.address,
      display_name(u.first_name, u.last_name, u.user_name) as "displayName",
      case when l.used_on is not null then 'used' when l.expires_on <= now() then 'expired'
        when not ${isActiveMember("u")} or a.archived_on is not null or lower(l.email) <> lower(u.email)
          or not (${hasOneEmail}) then 'ended' else 'open' end as state
    from sign_in_links l join users u on u.tenant_id = l.tenant_id and u.user_id = l.user_id
      join accounts a on a.user_id = l.user_id
    where l.link_hash = ${linkHash(token)} and l.tenant_id = ${tenantId} ${lock}`);
  const [found] = rows;
  if (!found) throw new RequestError("unknownPasswordLink", { status: 404 });
  return found;
}

/** The sign-in that a mail told of. Changes nothing: mail programs open links, too. @throws {RequestError} 404 */
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
 * Ends all that a stranger who knows the password has: sessions, known devices, second factors and API keys added since, and
 * the password itself, in every tenant. Works once; other links of the account end with it.
 * @returns the token of a link that sets a new password
 * @throws {RequestError} 403 without passwords, 404 for an unknown link, 409 for one that is no longer valid, 429 after too
 * many from an address
 */
export async function denySignIn(
  { connection, config, tenant: { tenantId }, address }: PublicContext,
  token: string,
): Promise<{ token: string }> {
  if (config.authMode !== "basic") throw forbidden("noPasswords");
  const subjects = subjectsOfAddress(address);
  await connection.transaction("hub_auth", async (db) => {
    await refuseWhileThrottled(db, subjects);
    await recordFailure(db, subjects);
  });
  const link = makeLink();
  await connection.transaction("hub_auth", async (db) => {
    // Before the account, like sign-ins by passkey: one in progress is waited for, and ends with the other sessions.
    await db.execute(sql`
      select from passkeys where user_id = (select user_id from sign_in_links
        where link_hash = ${linkHash(token)} and tenant_id = ${tenantId}) for update`);
    const { state, userId, displayName, email } = await find(db, tenantId, token, sql`for update of l, a`);
    if (state !== "open") throw conflict(refusals[state]);
    await asAuthOf(db, tenantId, { userId, userName: displayName });
    await endAdded(db, userId);
    await db.execute(sql`
      update sign_in_links set used_on = clock_timestamp() where user_id = ${userId} and used_on is null`);
    await db.execute(sql`
      update accounts set password_hash = null, password_changed_on = now() where user_id = ${userId}`);
    await db.execute(sql`delete from secrets where user_id = ${userId}`);
    await db.execute(sql`delete from known_devices where user_id = ${userId}`);
    await storeLink(db, { tenantId, userId, email }, link);
  });
  return { token: link.token };
}

/** Ends what was added since the oldest open link; a required set-up adds its factor up to 15 minutes before it. */
async function endAdded(db: Database, userId: string): Promise<void> {
  const since = sql`(select min(created_on) - interval '15 minutes' from sign_in_links
    where user_id = ${userId} and used_on is null and expires_on > now())`;
  await db.execute(sql`delete from passkeys where user_id = ${userId} and created_on >= ${since}`);
  await db.execute(sql`
    delete from totp_factors where user_id = ${userId} and (confirmed_on is null or confirmed_on >= ${since})`);
  await db.execute(sql`
    delete from api_keys where (user_id = ${userId} or created_by = ${userId}) and created_on >= ${since}`);
  if ((await factorsOf(db, userId)).length === 0)
    await db.execute(sql`delete from recovery_codes where user_id = ${userId}`);
}
