import type { SignInLink } from "../../../lib/contract/password-resets";
import { linkHash, makeLink } from "../../access/link";
import { hasOneEmail } from "../../access/new-device";
import { refusals, storeLink } from "../../access/password-links";
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
 * Ends all that a stranger who knows the password has: sessions, known devices, and the password itself, in every tenant.
 * Works once; other links of the account end with it.
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
    const { state, userId, displayName, email } = await find(db, tenantId, token, sql`for update of l, a`);
    if (state !== "open") throw conflict(refusals[state]);
    await asAuthOf(db, tenantId, { userId, userName: displayName });
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
