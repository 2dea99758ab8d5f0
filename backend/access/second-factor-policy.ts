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

/** The second factors that can be set up here; without any, a policy has no effect. */
export function offeredFactors(config: Config): SecondFactorKind[] {
  return [
    ...(passkeyParty(config) ? ["passkey" as const] : []),
    ...(config.encryptionSecret ? ["totp" as const] : []),
  ];
}

/** Permissions to change users, roles, the organisation or tenants; each makes its holder an administrator to a policy. */
const administration = [userPermissions, rolePermissions, organisationSettingPermissions, tenantPermissions]
  .flatMap(permissionNames)
  .filter((name) => !/(?:View|Section|HistoryAction)$/.test(name));

/** SQL condition: the user `u` may administer. */
export const mayAdminister: SQL = sql`exists (
  select from user_roles h join roles r on r.tenant_id = h.tenant_id and r.role_id = h.role_id
  where h.tenant_id = u.tenant_id and h.user_id = u.user_id and r.archived_on is null
    and (r.is_built_in or r.permissions && string_to_array(${administration.join(",")}, ',')))`;

/** SQL condition: the policy in the settings `s` covers the user `u`. */
const isCovered = sql`(s.second_factor_policy = 'everybody' or s.second_factor_policy = 'administrators' and ${mayAdminister})`;

/**
 * Whether a policy requires a second factor of the account now. Runs as `hub_auth`.
 * @param tenantId the only tenant whose policy counts; by default all of the account's
 */
export async function isFactorRequired(
  db: Database,
  config: Config,
  userId: string,
  tenantId?: string,
): Promise<boolean> {
  if (offeredFactors(config).length === 0) return false;
  const { rows } = await db.execute(sql`
    select from users u join organisation_settings s on s.tenant_id = u.tenant_id
      join tenants t on t.tenant_id = u.tenant_id
    where u.user_id = ${userId} and (${tenantId ?? null}::uuid is null or u.tenant_id = ${tenantId ?? null}::uuid)
      and ${isActiveMember("u")} and t.is_active and t.archived_on is null and s.second_factor_from <= now() and ${isCovered}
    limit 1`);
  return rows.length > 0;
}

/** Days before a policy takes effect from which its users are notified. */
const noticeDays = 14;

/** When a policy takes effect, now or soon, for a user of the tenant without a second factor. Runs as `hub_app`. */
export async function factorMissingFrom(
  db: Database,
  config: Config,
  userId: string,
): Promise<string | undefined> {
  if (config.authMode !== "basic" || offeredFactors(config).length === 0) return undefined;
  const { rows } = await db.execute<{ from: string }>(sql`
    select iso_instant(s.second_factor_from) as "from" from users u join organisation_settings s on s.tenant_id = u.tenant_id,
      second_factors_of(u.user_id) f
    where u.user_id = ${userId} and s.second_factor_from < now() + make_interval(days => ${noticeDays}) and ${isCovered}
      and f.totp_on is null and f.passkeys = '[]'`);
  return rows[0]?.from;
}
