import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { allPermissions } from "../../lib/contract";
import type { PermissionName } from "../../lib/contract/permissions";
import { type Database, tenantSettings } from "../database/transaction";
import { RequestError, unauthorized } from "./errors";
import type { Credentials, SignedInUser, Tenant } from "./route";

export interface Caller {
  tenant: Tenant;
  user: SignedInUser;
  /** The secret's last use is recorded more than a minute ago. */
  isUseUnrecorded: boolean;
}

type Row = Record<keyof Tenant, string> & {
  userId: string | null;
  userName: string;
  displayName: string;
  isAdministrator: boolean;
  permissions: PermissionName[];
  isUseUnrecorded: boolean;
};

const everyPermission: ReadonlySet<PermissionName> = new Set(allPermissions);

export const unknownTenant = () => new RequestError("unknownTenant", { status: 404 });

/**
 * What is stored of a sign-in secret. The name it was given to is part of it, so that a token with another name is
 * worth nothing, while a renamed user stays signed in.
 */
export function secretHash({ userName, secret }: Credentials): string {
  return createHash("sha256").update(`${userName.toLowerCase()}:${secret}`).digest("hex");
}

/**
 * Finds tenant, user and permissions and makes the rest of the transaction run in that tenant for that user, all in
 * one statement. The transaction has to have begun as `hub_auth`.
 * @throws {RequestError} 404 for an unknown tenant, 401 for a secret that is unknown, idle for too long or expired
 */
export async function identify(
  db: Database,
  tenantIdentifier: string,
  credentials: Credentials | undefined,
  idleSeconds: number,
): Promise<Caller> {
  const sessionId = credentials ? secretHash(credentials) : "";
  const { rows } = await db.execute<Row>(sql`
    select t.tenant_id as "tenantId", t.identifier, t.name, u.user_id as "userId", u.user_name as "userName",
      display_name(u.first_name, u.last_name, u.user_name) as "displayName",
      coalesce(held.is_administrator, false) as "isAdministrator", coalesce(held.permissions, '{}') as permissions,
      s.last_used_on is null or s.last_used_on < now() - interval '1 minute' as "isUseUnrecorded",
      ${tenantSettings(sql`t.tenant_id`, sql`coalesce(u.user_id::text, '')`, sql`coalesce(display_name(u.first_name, u.last_name, u.user_name), '')`)}
    from tenants t
    left join secrets s on s.secret_hash = ${sessionId} and s.tenant_id = t.tenant_id and s.expires_on > now()
      and coalesce(s.last_used_on, s.created_on) > now() - make_interval(secs => ${idleSeconds})
    left join users u on u.tenant_id = s.tenant_id and u.user_id = s.user_id and u.archived_on is null
    left join lateral (
      select bool_or(r.is_built_in) as is_administrator,
        array(select distinct p from user_roles o join roles g using (tenant_id, role_id), unnest(g.permissions) p
          where o.tenant_id = u.tenant_id and o.user_id = u.user_id and g.archived_on is null) as permissions
      from user_roles h join roles r using (tenant_id, role_id)
      where h.tenant_id = u.tenant_id and h.user_id = u.user_id and r.archived_on is null
    ) held on true
    where t.identifier = ${tenantIdentifier} and t.is_active and t.archived_on is null`);
  const row = rows[0];
  if (!row) throw unknownTenant();
  const { userId, userName, displayName, tenantId, identifier, name } = row;
  if (!userId) throw unauthorized();
  const permissions = row.isAdministrator ? everyPermission : new Set(row.permissions);
  return {
    tenant: { tenantId, identifier, name },
    user: { userId, userName, displayName, permissions, sessionId },
    isUseUnrecorded: row.isUseUnrecorded,
  };
}
