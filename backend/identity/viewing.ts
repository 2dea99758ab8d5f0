import { permissionTrees } from "../../lib/contract";
import type { PermissionName } from "../../lib/contract/permissions";
import { viewingMinutes } from "../../lib/contract/viewing";
import { forbidden } from "../core/errors";
import { sql } from "../database/sql";
import { type Connection, type Database, enterTenant } from "../database/transaction";
import type { Context } from "../endpoint/route";
import { isActiveMember } from "../members/active";
import { isHeld } from "../members/policies";
import { notify } from "../notifications/notify";
import { type Caller, heldRoles, type Viewing } from "./identify";

/** Permissions that a viewer needs in addition to all of the other user's. */
const looking = ["UserView", "UserView_EditAction"] as const satisfies readonly PermissionName[];

/** Permissions that stay effective while viewing; new actions are excluded by default. */
const readable: ReadonlySet<string> = new Set(
  permissionTrees.flatMap(({ view, sections }) => [
    ...[view, `${view}_HistoryAction`],
    ...Object.keys(sections).map((section) => `${view}_${section}`),
  ]),
);

interface Viewed extends Record<string, unknown> {
  userName: string;
  displayName: string;
  isAdministrator: boolean;
  permissions: PermissionName[];
}

/**
 * The user that the caller's session is viewing as, with the permissions that stay effective; the rest of the
 * transaction runs for them.
 * @returns undefined, with nothing changed, when the caller may not view as them (any more)
 */
export async function viewedBy(
  db: Database,
  { tenant, user: viewer, ...caller }: Caller,
  { userId, until, isOver }: Viewing,
): Promise<Caller | undefined> {
  if (isOver || !isHeld(viewer, looking)) return undefined;
  const { rows } = await db.execute<Viewed>(sql`
    select u.user_name as "userName", display_name(u.first_name, u.last_name, u.user_name) as "displayName",
      coalesce(held.is_administrator, false) as "isAdministrator", coalesce(held.permissions, '{}') as permissions
    from users u left join lateral (
      ${heldRoles(sql`u.tenant_id`, sql`u.user_id`)}
    ) held on true
    where u.tenant_id = ${tenant.tenantId} and u.user_id = ${userId} and ${isActiveMember("u")}`);
  const [viewed] = rows;
  if (!viewed) return undefined;
  const { userName, displayName, isAdministrator } = viewed;
  const { offered } = viewer;
  const held = isAdministrator ? [...offered] : viewed.permissions.filter((name) => offered.has(name));
  if (!isHeld(viewer, held)) return undefined;
  await enterTenant(db, tenant.tenantId, { userId, userName: displayName });
  const permissions = new Set(held.filter((name) => readable.has(name)));
  const by = { userId: viewer.userId, userName: viewer.userName, displayName: viewer.displayName, until };
  return { ...caller, tenant, user: { ...viewer, userId, userName, displayName, permissions, viewedBy: by } };
}

/**
 * Starts viewing as that user; takes effect with the next request and notifies them. Permission has been checked.
 * @throws {RequestError} 403 for a provider's token that does not name its sign-in
 */
export async function beginViewing({ db, tenant, user }: Context, userId: string): Promise<void> {
  const { sessionKey } = user;
  if (sessionKey === undefined) throw forbidden("viewingNeedsSession");
  await notify(db, {
    event: "viewedAs",
    about: "user",
    to: sql`select user_id, user_id as object_id, jsonb_build_object('name', app_actor_name()) as event_values
      from users where user_id = ${userId}`,
  });
  await db.execute(sql`select set_config('role', 'hub_auth', true)`);
  // An expired one may still be there.
  await db.execute(sql`delete from viewings where session_key = ${sessionKey}`);
  await db.execute(sql`
    insert into viewings (session_key, tenant_id, viewer_id, user_id, ends_on)
    values (${sessionKey}, ${tenant.tenantId}, ${user.userId}, ${userId}, now() + make_interval(mins => ${viewingMinutes}))
    on conflict (session_key) do nothing`);
  await db.execute(sql`select set_config('role', 'hub_app', true)`);
}

/** Ends a session's viewing. */
export async function endViewing(connection: Connection, sessionKey: string | undefined): Promise<void> {
  if (sessionKey === undefined) return;
  await connection.transaction("hub_auth", (db) =>
    db.execute(sql`delete from viewings where session_key = ${sessionKey}`),
  );
}
