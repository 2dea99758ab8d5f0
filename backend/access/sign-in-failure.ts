import { sql } from "../database/sql";
import type { Database } from "../database/transaction";
import type { Person } from "../oidc/person";

/** An id that no user has; failures without a known user are recorded for it. */
const unknownUserId = "00000000-0000-0000-0000-000000000000";

interface SignInFailure {
  tenantId: string;
  /** Unset for an unknown name, which is not recorded: people type passwords into the wrong field. */
  userId?: string;
  address: string;
  /** A person confirmed by a provider but not admitted. */
  person?: Person;
}

/**
 * Records a failed sign-in in the history, with the same statement for known and unknown users, so that both take the
 * same time. Runs as `hub_auth`.
 */
export async function recordSignInFailure(
  db: Database,
  { tenantId, userId, address, person }: SignInFailure,
): Promise<void> {
  const facts = {
    address,
    ...(person && {
      identityProvider: person.identityProvider,
      providerUserName: person.email ?? person.userName,
    }),
  };
  await db.execute(sql`
    insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
    select t.tenant_id, 'users', coalesce(u.user_id, ${unknownUserId}::uuid),
      coalesce(display_name(u.first_name, u.last_name, u.user_name), '-'), 'UserSignInFailed', '{}', ${JSON.stringify(facts)}::jsonb
    from tenants t left join users u on u.tenant_id = t.tenant_id and u.user_id = ${userId ?? unknownUserId}::uuid
    where t.tenant_id = ${tenantId}`);
}
