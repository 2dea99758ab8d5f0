import { type SQL, sql } from "drizzle-orm";
import type * as z from "zod";
import type { acceptInvitation, closedStates, Invitation } from "../../../lib/contract/invitations";
import { createAccount, isUserNameTaken } from "../../access/accounts";
import { instantOf } from "../../database/list";
import { type Database, enterTenant, inTenant } from "../../database/transaction";
import { conflict, invalid, RequestError } from "../../http/errors";
import { hashPassword } from "../../http/password";
import type { PublicContext } from "../../http/route";
import { notifyInviter } from "../../notifications/notify";
import { linkHash } from "./link";

interface Found extends Record<string, unknown> {
  invitationId: string;
  state: "open" | (typeof closedStates)[number];
  email: string;
  expiresOn: string;
  /** Whoever sent the last e-mail. */
  inviterId: string | null;
  inviter: string;
}

const unknownInvitation = () => new RequestError("unknownInvitation", { status: 404 });
const nameTaken = () => invalid([{ propertyName: "userName", rule: "taken" }]);

const refusals = {
  used: "invitationUsed",
  expired: "invitationExpired",
  revoked: "invitationRevoked",
  replaced: "invitationReplaced",
} as const;

/** What the link leads to. @throws {RequestError} 404 for a link that never was, or is another tenant's */
export async function look(context: PublicContext, token: string): Promise<Invitation> {
  const { connection, tenant, config } = context;
  const found = await connection.transaction("hub_auth", (db) => find(db, tenant.tenantId, token));
  if (found.state !== "open") return { state: found.state };
  const { email, inviter, expiresOn } = found;
  const suggestedUserName = await inTenant(connection, tenant.tenantId, undefined, (db) =>
    freeUserName(db, email),
  );
  return {
    state: "open",
    email,
    organisation: config.multiTenancy ? tenant.name : config.appTitle,
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
export async function accept(
  { connection, tenant, config }: PublicContext,
  token: string,
  given: z.output<typeof acceptInvitation>,
): Promise<string> {
  const { userName, firstName, lastName, password } = given;
  const withPassword = config.authMode === "basic";
  if (withPassword && password === undefined) throw invalid([{ propertyName: "password", rule: "required" }]);
  // Asked before the costly hash: only who holds a link that works is worth it.
  await connection.transaction("hub_auth", async (db) => mustBeOpen(await find(db, tenant.tenantId, token)));
  if (await inTenant(connection, tenant.tenantId, undefined, (db) => isUserNameTaken(db, userName)))
    throw nameTaken();
  const passwordHash = withPassword && password !== undefined ? await hashPassword(password) : null;

  return connection.transaction("hub_auth", async (db) => {
    const { invitationId, email, inviterId, inviter } = mustBeOpen(
      await find(db, tenant.tenantId, token, sql`for update of i`),
    );
    // What the person gets was given by whoever invited.
    await enterTenant(db, tenant.tenantId, inviterId ? { userId: inviterId, userName: inviter } : undefined);
    const userId = await createAccount(db, userName, passwordHash);
    if (!userId) throw nameTaken();
    await db.execute(sql`
      insert into users (user_id, user_name, first_name, last_name, email)
      values (${userId}, ${userName}, ${firstName}, ${lastName}, ${email})`);
    await db.execute(sql`
      insert into user_roles (user_id, role_id)
      select ${userId}::uuid, r.role_id from invitations i join roles r on r.role_id = any(i.role_ids)
      where i.invitation_id = ${invitationId} and r.archived_on is null`);
    await enterTenant(db, tenant.tenantId, { userId, userName: `${firstName} ${lastName}` });
    await db.execute(sql`
      update invitations set accepted_on = now(), accepted_by = ${userId}, due_on = null
      where invitation_id = ${invitationId}`);
    if (inviterId) await notifyInviter(db, inviterId, userId);
    return userId;
  });
}

function mustBeOpen(found: Found): Found {
  if (found.state !== "open") throw conflict(refusals[found.state]);
  return found;
}

/** Runs as `hub_auth`. */
async function find(db: Database, tenantId: string, token: string, lock: SQL = sql``): Promise<Found> {
  const { rows } = await db.execute<Found>(sql`
    select i.invitation_id as "invitationId", i.email, i.expires_on as "expiresOn",
      coalesce(i.updated_by, i.created_by) as "inviterId", coalesce(i.updated_by_name, i.created_by_name) as inviter,
      case when i.accepted_on is not null then 'used' when i.revoked_on is not null then 'revoked'
        when l.replaced_on is not null then 'replaced' when i.expires_on <= now() then 'expired' else 'open' end as state
    from invitation_links l join invitations i on i.tenant_id = l.tenant_id and i.invitation_id = l.invitation_id
    where l.link_hash = ${linkHash(token)} and l.tenant_id = ${tenantId} ${lock}`);
  const [found] = rows;
  if (!found) throw unknownInvitation();
  return found;
}

const longestUserName = 100;

/** The part before the @, as far as a user name can be like that, with a number behind it when somebody has it. */
async function freeUserName(db: Database, email: string): Promise<string> {
  const [local = ""] = email.split("@");
  const wanted = local.replace(/[^A-Za-z0-9_.-]+/g, ".").slice(0, longestUserName - 3);
  for (const candidate of [wanted, ...Array.from({ length: 8 }, (_, index) => `${wanted}${index + 2}`)])
    if (candidate !== "" && !(await isUserNameTaken(db, candidate))) return candidate;
  return "";
}
