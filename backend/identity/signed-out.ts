import { accountRemoved, accountSuspended } from "../../lib/contract/account-ended";
import { endedHeader } from "../../lib/contract/web-session";
import { forbidden, RequestError, unauthorized } from "../core/errors";
import { type Proof, sessionKeyOf } from "../credentials/credentials";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { isActiveMember } from "../members/active";

/** A valid token for a subject that is not linked to a user of the tenant. */
export class NotLinked extends RequestError {
  constructor(
    readonly tenantId: string,
    person: string,
  ) {
    super("notAdmitted", { status: 403, values: { person } });
  }
}

/**
 * The error for a proof of no active user: reports sessions that ended with their user, and any proof of a suspended
 * one; everything else is treated as unknown.
 */
export async function signedOut(
  db: Database,
  tenantId: string,
  proof: Proof | undefined,
): Promise<RequestError> {
  if (!proof) return unauthorized();
  await db.execute(sql`select set_config('role', 'hub_auth', true)`);
  if (proof.means === "token" && (await isEnded(db, tenantId, proof)))
    return new RequestError("unauthorized", { status: 401, headers: { [endedHeader]: "1" } });
  const { rows } = await db.execute<{ isRemoved: boolean }>(sql`
    select u.archived_on is not null as "isRemoved" from (${ownerOf(proof, tenantId)}) s
    join users u on u.tenant_id = ${tenantId} and u.user_id = s.user_id where not ${isActiveMember("u")}`);
  const [owner] = rows;
  if (proof.means === "token")
    return owner && !owner.isRemoved
      ? forbidden(accountSuspended)
      : new NotLinked(tenantId, proof.person.userName);
  if (owner?.isRemoved) return unauthorized(proof.means === "secret" ? accountRemoved : undefined);
  return unauthorized(owner && accountSuspended);
}

async function isEnded(db: Database, tenantId: string, proof: Proof): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from token_sessions where tenant_id = ${tenantId} and session_key = ${sessionKeyOf(proof) ?? null}::text
      and ended_on is not null`);
  return rows.length > 0;
}

/** The user of a proof, whether it is still valid or not. */
function ownerOf(proof: Proof, tenantId: string): SQL {
  if (proof.means === "token") {
    const { issuer, subject, identityProvider } = proof.person;
    return sql`select user_id from identities where tenant_id = ${tenantId} and issuer = ${issuer} and subject = ${subject}
      and identity_provider = ${identityProvider}`;
  }
  return proof.means === "secret"
    ? sql`select user_id from secrets where secret_hash = ${proof.hash} and tenant_id = ${tenantId}`
    : sql`select user_id from api_keys where key_hash = ${proof.hash} and tenant_id = ${tenantId}`;
}
