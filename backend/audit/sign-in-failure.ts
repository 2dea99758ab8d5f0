import { sql } from "drizzle-orm";
import type { Database } from "../database/transaction";
import type { Person } from "../oidc/person";

/** No user has it; failures of nobody in particular are told of it. */
const nobody = "00000000-0000-0000-0000-000000000000";

interface SignInFailure {
  tenantId: string;
  /** Unknown when nobody has the name that was given, which is not recorded: people type passwords into the wrong field. */
  userId?: string;
  address: string;
  /** Whom a provider vouches for and nobody has admitted. */
  person?: Person;
}

/**
 * Tells the history of a failed sign-in, of a known user or of nobody by one and the same statement, so that they take
 * the same time. Runs as `hub_auth`.
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
    select t.tenant_id, 'users', coalesce(u.user_id, ${nobody}::uuid),
      coalesce(display_name(u.first_name, u.last_name, u.user_name), '-'), 'UserSignInFailed', '{}', ${JSON.stringify(facts)}::jsonb
    from tenants t left join users u on u.tenant_id = t.tenant_id and u.user_id = ${userId ?? nobody}::uuid
    where t.tenant_id = ${tenantId}`);
}
