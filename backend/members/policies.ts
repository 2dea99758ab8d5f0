// Rules about the caller's rights beyond the permissions that calls declare in lib/contract.

import { allEndpoints, contract } from "../../lib/contract";
import type { AttachmentAction } from "../../lib/contract/attachment-actions";
import type { Access } from "../../lib/contract/endpoint";
import type { PermissionName } from "../../lib/contract/permissions";
import type { Denied } from "../../lib/contract/users";
import { forbidden, invalid } from "../core/errors";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { isPermitted } from "../endpoint/permission";
import type { Context, RequestFacts, SignedInUser } from "../endpoint/route";
import { accountBelongsHere, accountIsElsewhere } from "./accounts";
import { isActiveMember } from "./active";
import { type Grant, permissionsOf } from "./grants";

/** Whether the user has all permissions of their tenant. */
export function hasAllPermissions({ permissions, offered }: SignedInUser): boolean {
  return permissions.size === offered.size;
}

/**
 * Refuses to grant permissions that the user lacks (QUALITY, security 10). Ignores permissions
 * that are unavailable in the tenant.
 * @throws {RequestError} 403 `permissionNotHeld`
 */
export function refuseUnlessHeld(user: SignedInUser, permissions: readonly string[]): void {
  if (!isHeld(user, permissions)) throw forbidden("permissionNotHeld");
}

/** Whether the user has all permissions of a grant. */
export function isHeld(
  { permissions: held, offered }: SignedInUser,
  permissions: readonly string[],
): boolean {
  return (permissions as readonly PermissionName[]).every((name) => held.has(name) || !offered.has(name));
}

/** The tenant's permissions that the user lacks. */
export function missingPermissions({ permissions: held, offered }: SignedInUser): readonly PermissionName[] {
  return [...offered].filter((name) => !held.has(name));
}

/** Whether the user has all permissions that any of these people has in the transaction's tenant. */
export async function hasAllPermissionsOf(
  db: Database,
  user: SignedInUser,
  userIds: readonly string[],
): Promise<boolean> {
  if (hasAllPermissions(user)) return true;
  const { rows } = await db.execute<Grant & Record<string, unknown>>(sql`
    select r.is_built_in as "isBuiltIn", r.permissions from roles r
    where r.archived_on is null and exists (select from user_roles ur where ur.tenant_id = r.tenant_id
      and ur.role_id = r.role_id and ur.user_id = any(string_to_array(${userIds.join(",")}, ',')::uuid[]))`);
  return rows.every((grant) => isHeld(user, permissionsOf(grant)));
}

/**
 * Refuses to manage users with more rights. Setting a password allows signing in as that user, so it grants their
 * permissions; likewise, roles and accounts can only be removed from users that the caller could create.
 * @throws {RequestError} 403 with the given code
 */
export async function refuseUnlessHoldingAllOf(
  db: Database,
  user: SignedInUser,
  userIds: readonly string[],
  code: Extract<Denied, `${string}OfStronger`>,
) {
  if (!(await hasAllPermissionsOf(db, user, userIds))) throw forbidden(code);
}

/**
 * Refuses to remove roles by hand that a group of the identity provider gives and would give again.
 * @throws {RequestError} 403 `roleFromProvider`
 */
export async function refuseRolesOfProvider(
  { db, config }: Pick<Context, "db" | "config">,
  roleIds: readonly string[],
  userIds: readonly string[],
): Promise<void> {
  if (!config.oidc?.roleClaim) return;
  const asArray = (ids: readonly string[]) => sql`string_to_array(${ids.join(",")}, ',')::uuid[]`;
  const { rows } = await db.execute(sql`
    select from user_roles ur where ur.role_id = any(${asArray(roleIds)}) and ur.user_id = any(${asArray(userIds)})
      and ur.is_from_provider and exists (select from provider_groups g where g.role_id = ur.role_id) limit 1`);
  if (rows.length > 0) throw forbidden("roleFromProvider");
}

/**
 * Whether the caller may change an account's global properties. In the host that requires an administrator if other
 * tenants use the account, because the host's permissions do not apply there.
 */
export async function mayChangeAccount({ db, user }: Context, userId: string): Promise<boolean> {
  if (!(await accountBelongsHere(db, userId))) return false;
  return hasAllPermissions(user) || !(await accountIsElsewhere(db, userId));
}

/** Whether the caller may share views of lists with a role or everyone. */
export function mayShareViews({ permissions }: SignedInUser): boolean {
  return permissions.has("RoleView") && permissions.has("RoleView_EditAction");
}

/** Every list by area and call, such as `users.list`, with the permission to see it. */
const lists = new Map<string, Access>(
  allEndpoints.flatMap(({ area, name, list, access }) =>
    list ? [[`${area}.${name}`, access] as const] : [],
  ),
);

/** A view's filters reveal data of the list's records, so a view requires permission to see its list. */
export const seenLists = ({ permissions }: SignedInUser): string[] =>
  [...lists].flatMap(([name, access]) => (isPermitted(access, permissions) ? [name] : []));

/** @throws {RequestError} 400 on `list` for an unknown list, 403 for one that the caller may not see */
export function refuseUnseenList({ permissions }: SignedInUser, name: string): void {
  const access = lists.get(name);
  if (access === undefined) throw invalid([{ propertyName: "list", rule: "unknown" }]);
  if (!isPermitted(access, permissions)) throw forbidden();
}

type Installation = Pick<RequestFacts, "config">;

/** @throws {RequestError} 403 when the installation has it disabled, regardless of permissions (CF-03) */
export function refuseWithout(action: AttachmentAction, { config }: Installation): void {
  if (!config.attachmentActions.includes(action)) throw forbidden("attachmentActionOff");
}

/** Whether the caller may download files, rather than only view them. */
export function mayDownload({ config, user }: Pick<Context, "config" | "user">): boolean {
  return (
    config.attachmentActions.includes("Download") && user.permissions.has("AttachmentView_DownloadAction")
  );
}

/** Users `g`, with the permissions that they have now as `held.names`, or `held.everything`. */
const usersWithPermissions = sql`users g, lateral (
      select coalesce(bool_or(r.is_built_in), false) as everything,
        coalesce(array_agg(distinct name) filter (where name is not null), '{}') as names
      from user_roles h join roles r using (tenant_id, role_id) left join lateral unnest(r.permissions) as name on true
      where h.tenant_id = g.tenant_id and h.user_id = g.user_id and r.archived_on is null
    ) held`;

/** Permissions needed to share. */
const sharing = contract.attachments.share.access;

/**
 * SQL condition: whether the maker of a share, an active user, may share attachments now (PM-05).
 * @param share the alias or name of the row of `attachment_shares`
 */
export function mayStillShare(share: string): SQL {
  const of = (column: string) => sql`${sql.identifier(share)}.${sql.identifier(column)}`;
  return sql`exists (
    select from ${usersWithPermissions}
    where g.tenant_id = ${of("tenant_id")} and g.user_id = ${of("shared_by")} and ${isActiveMember("g")}
      and (held.everything or held.names @> string_to_array(${sharing.join(",")}, ',')))`;
}

interface Giving {
  tenantId: SQL;
  /** The id of the user who gives the roles. */
  giver: SQL;
  /** An array of role ids. */
  roleIds: SQL;
}

/** Permissions needed to invite. */
const inviting = ["UserView", "UserView_InviteAction"] as const satisfies readonly PermissionName[];

/**
 * SQL condition: whether the inviter could send the invitation now, as when inviting (PM-05).
 * @param offered the tenant's available permissions; others are ignored
 */
export const mayStillInvite = (giving: Giving, offered: ReadonlySet<PermissionName>): SQL =>
  mayStillGive(giving, inviting, offered);

/** Permissions needed to make a link for another user's password. */
const makingLinks = contract.users.passwordLink.access;

/**
 * SQL condition: whether an administrator could hand over the link now, which gives the user's roles.
 * @param link the alias of the row of `password_reset_links`
 * @param offered the tenant's available permissions; others are ignored
 */
export function mayStillMakePasswordLink(link: string, offered: ReadonlySet<PermissionName>): SQL {
  const of = (column: string) => sql`${sql.identifier(link)}.${sql.identifier(column)}`;
  const giving = {
    tenantId: of("tenant_id"),
    giver: of("made_by"),
    roleIds: sql`(array(select h.role_id from user_roles h
      where h.tenant_id = ${of("tenant_id")} and h.user_id = ${of("user_id")}))`,
  };
  return mayStillGive(giving, makingLinks, offered);
}

/** SQL condition: the giver is an active user with the needed permissions and every one of the roles. */
function mayStillGive(
  { tenantId, giver, roleIds }: Giving,
  needed: readonly PermissionName[],
  offered: ReadonlySet<PermissionName>,
): SQL {
  const asArray = (names: Iterable<string>) => sql`string_to_array(${[...names].join(",")}, ',')`;
  return sql`exists (
    select from ${usersWithPermissions}
    where g.tenant_id = ${tenantId} and g.user_id = ${giver} and ${isActiveMember("g")} and (
      held.everything or held.names @> ${asArray(needed)} and not exists (
        select from roles r, unnest(case when r.is_built_in then ${asArray(offered)} else r.permissions end) as name
        where r.tenant_id = g.tenant_id and r.role_id = any(${roleIds}) and r.archived_on is null
          and name = any(${asArray(offered)}) and name <> all (held.names))))`;
}
