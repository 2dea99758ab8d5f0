import { ratePassword } from "../../lib/validation/password-strength";
import { invalid } from "../core/errors";
import { withKeyedLock } from "../core/keyed-lock";
import { sql } from "../database/sql";
import { inTenant } from "../database/transaction";
import type { RequestFacts, SlowContext } from "../endpoint/route";
import { hashPassword } from "../queues/password";

/** Names that a new password must not be built from. */
type Names = Partial<Record<"userName" | "firstName" | "lastName" | "email", string>>;

/**
 * Rates and hashes a password set for another user. One person's are processed sequentially, so that they cannot fill
 * the queue of sign-ins.
 * @throws {RequestError} as {@link refuseWeakPassword} does
 */
export async function newPasswordHash(context: SlowContext, password: string, owner: Owner): Promise<string> {
  return withKeyedLock([`new password:${context.user.userId}`], async () => {
    await refuseWeakPassword(context, password, owner);
    return hashPassword(password);
  });
}

/** Names of a user to be created, or the id of a stored one, of another tenant if that is named. */
type Owner = Names & { userId?: string; tenantId?: string };

/**
 * Runs outside any transaction, as rating takes long.
 * @throws {RequestError} 400 on password, for a common or weak one, or one built from names of the owner or organisation
 */
export async function refuseWeakPassword(
  { connection, tenant, config }: Pick<RequestFacts, "connection" | "tenant" | "config">,
  password: string,
  owner: Owner,
): Promise<void> {
  const { userId, tenantId = tenant.tenantId, ...given } = owner;
  const { rows } = await inTenant(connection, tenantId, undefined, (db) =>
    db.execute<Names & Record<"companyName", string | null>>(sql`
      select u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName", u.email,
        s.company_name as "companyName"
      from (select) as one left join users u on u.user_id = ${userId ?? null}::uuid left join organisation_settings s on true`),
  );
  const { companyName, ...stored } = rows[0] ?? { companyName: null };
  const { userName, firstName, lastName, email } = userId ? stored : given;
  const own = [userName, firstName, lastName, email?.split("@")[0]];
  const organisation = [companyName, tenant.name, config.appTitle];
  const { fault } = await ratePassword(
    password,
    [...own, ...organisation].flatMap((name) => name || []),
  );
  if (fault) throw invalid([{ propertyName: "password", rule: fault }]);
}
