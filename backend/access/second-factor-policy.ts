import {
  organisationSettingPermissions,
  rolePermissions,
  tenantPermissions,
  userPermissions,
} from "../../lib/contract/areas";
import { permissionNames } from "../../lib/contract/permissions";
import type { SecondFactorKind } from "../../lib/contract/second-factor-headers";
import type { Config } from "../config/config";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { isActiveMember } from "../members/active";
import { passkeyParty } from "./passkeys";

/** The second factors that people can set up; a policy does not hold while there are none. */
export function offeredFactors(config: Config): SecondFactorKind[] {
  return [
    ...(passkeyParty(config) ? ["passkey" as const] : []),
    ...(config.encryptionSecret ? ["totp" as const] : []),
  ];
}

/** Permissions to change users, roles, the organisation or tenants: who holds one of them may administer. */
const administration = [userPermissions, rolePermissions, organisationSettingPermissions, tenantPermissions]
  .flatMap(permissionNames)
  .filter((name) => !/(?:View|Section|HistoryAction)$/.test(name));

/** SQL condition: whether the user in the row of `users` named `u` may administer. */
export const mayAdminister: SQL = sql`exists (
  select from user_roles h join roles r on r.tenant_id = h.tenant_id and r.role_id = h.role_id
  where h.tenant_id = u.tenant_id and h.user_id = u.user_id and r.archived_on is null
    and (r.is_built_in or r.permissions && string_to_array(${administration.join(",")}, ',')))`;

/** SQL condition: whether the policy of the row of `organisation_settings` named `s` is about the user. */
const isMeant = sql`(s.second_factor_policy = 'everybody' or s.second_factor_policy = 'administrators' and ${mayAdminister})`;

/**
 * Whether a policy requires a second factor of the account now. Runs as `hub_auth`.
 * @param tenantId the tenant whose policy counts; by default the strictest of the account's tenants
 */
export async function isFactorRequired(db: Database, userId: string, tenantId?: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from users u join organisation_settings s on s.tenant_id = u.tenant_id
      join tenants t on t.tenant_id = u.tenant_id
    where u.user_id = ${userId} and (${tenantId ?? null}::uuid is null or u.tenant_id = ${tenantId ?? null}::uuid)
      and ${isActiveMember("u")} and t.is_active and t.archived_on is null and s.second_factor_from <= now() and ${isMeant}
    limit 1`);
  return rows.length > 0;
}

/** Days before a policy holds in which people without a second factor are told. */
const noticeDays = 14;

/** From when a user of the tenant needs a second factor, if they have none and it is soon. Runs as `hub_app`. */
export async function factorMissingFrom(db: Database, userId: string): Promise<unknown> {
  const { rows } = await db.execute<{ from: unknown }>(sql`
    select s.second_factor_from as "from" from users u join organisation_settings s on s.tenant_id = u.tenant_id,
      second_factors_of(u.user_id) f
    where u.user_id = ${userId} and s.second_factor_from < now() + make_interval(days => ${noticeDays}) and ${isMeant}
      and f.totp_on is null and f.passkeys = '[]'`);
  return rows[0]?.from;
}
