import type { DomainObject } from "../../lib/contract/notifications";
import type { AreaTexts } from "../../lib/i18n/load-messages";
import { type SQL, sql } from "../database/sql";
import { replanEachTime } from "../database/statement-client";
import type { Database } from "../database/transaction";
import { idArray } from "../members/memberships";

/**
 * Events that users are notified of; the text, `notifications` in messages/<language>/<area>.json, is filled when it is
 * read.
 */
export type NotificationEvent = keyof AreaTexts["notifications"];

interface News {
  event: NotificationEvent;
  about: DomainObject;
  /** A select of the recipients as `user_id`, the record as `object_id`, and the text's values as `event_values`. */
  to: SQL;
}

/**
 * Adds notifications in the running transaction, except for the acting user and users who muted the event. Events about an account
 * have no name in `notificationKinds` and cannot be muted: they may be the only sign that someone else uses it.
 */
export async function notify(db: Database, { event, about, to }: News): Promise<void> {
  await db.execute(sql`
    insert into notifications (user_id, event, event_values, domain_object, domain_object_id)
    select told.user_id, ${event}::text, told.event_values, ${about}::text, told.object_id from (${to}) as told
    where told.user_id is distinct from app_actor() and not exists (
      select from notification_mutes m where m.user_id = told.user_id and m.event = ${event}::text)`);
}

export interface Holding {
  userId: string;
  roleId: string;
}

/** Notifies users of roles newly given to them. */
export async function notifyOfGivenRoles(db: Database, holdings: readonly Holding[]): Promise<void> {
  if (holdings.length === 0) return;
  const users = idArray(holdings.map(({ userId }) => userId));
  const roles = idArray(holdings.map(({ roleId }) => roleId));
  await notify(db, {
    event: "roleGiven",
    about: "role",
    to: sql`select given.user_id, given.role_id as object_id, jsonb_build_object('role', r.role_name) as event_values
      from unnest(${users}, ${roles}) as given (user_id, role_id) join roles r on r.role_id = given.role_id`,
  });
}

/** Notifies the holders of roles, or those of them in `userIds`, of a change to the roles. */
export function notifyHolders(
  db: Database,
  event: "roleTaken" | "roleDeleted" | "permissionsChanged",
  roleIds: readonly string[],
  userIds?: readonly string[],
): Promise<void> {
  // Thousands or one: a generic plan is far too slow for many.
  const among = userIds
    ? sql`${replanEachTime} and ur.user_id in (select unnest(${idArray(userIds)}))`
    : sql``;
  return notify(db, {
    event,
    about: "role",
    to: sql`select ur.user_id, ur.role_id as object_id, jsonb_build_object('role', r.role_name) as event_values
      from user_roles ur join roles r on r.role_id = ur.role_id where ur.role_id = any(${idArray(roleIds)}) ${among}`,
  });
}

/** Notifies a user of a change to their account. */
export function notifyUser(
  db: Database,
  userId: string,
  event: "passwordSet" | "userNameChanged" | "apiKeyCreated",
): Promise<void> {
  return notify(db, {
    event,
    about: "user",
    to: sql`select user_id, user_id as object_id, jsonb_build_object('userName', user_name) as event_values
      from users where user_id = ${userId}`,
  });
}

/** Notifies an invitation's last sender that the new user accepted it. */
export function notifyInviter(db: Database, inviterId: string, userId: string): Promise<void> {
  return notify(db, {
    event: "invitationAccepted",
    about: "user",
    to: sql`select inviter.user_id, u.user_id as object_id,
        jsonb_build_object('name', display_name(u.first_name, u.last_name, u.user_name)) as event_values
      from users u, users inviter
      where u.user_id = ${userId} and inviter.user_id = ${inviterId} and inviter.archived_on is null`,
  });
}
