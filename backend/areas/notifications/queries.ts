import { areaOfRecord, type DomainObject, type Notification } from "../../../lib/contract/notifications";
import type { Texts } from "../../core/language";
import { type SQL, sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { instantOf } from "../../lists/list";
import type { ListSource } from "../../lists/list-source";

interface Chosen {
  onlyUnread: boolean;
  lastUpdate?: string;
  domainObjects?: readonly string[];
}

/** Notifications of the acting user. */
export function notificationList(chosen: Chosen, texts: Texts): ListSource<"createdOn", Notification> {
  const objects = chosen.domainObjects?.map((name) => sql`${name}`);
  const conditions: SQL[] = [
    sql`n.user_id = app_actor()`,
    ...(chosen.onlyUnread ? [sql`n.read_on is null`] : []),
    ...(chosen.lastUpdate
      ? [sql`greatest(n.created_on, n.read_on) > ${chosen.lastUpdate}::timestamptz`]
      : []),
    ...(objects ? [sql`n.domain_object in (${sql.join(objects, ", ")})`] : []),
  ];
  return {
    rows: sql`notifications n`,
    where: sql.join(conditions, " and "),
    id: sql`n.notification_id`,
    sorts: { createdOn: { by: sql`n.created_on` } },
    filters: {},
    search: { rows: sql`notifications n`, text: sql`n.event` },
    detail: {
      columns: sql`n.notification_id as "notificationId", n.created_on as "createdOn", n.event, n.event_values as "values",
        n.domain_object as "domainObject", n.domain_object_id as "domainObjectId", n.created_by_name as "createdBy",
        n.read_on is not null as "isRead"`,
      join: sql`notifications n on n.notification_id = page.id`,
    },
    read: (row) => ({
      notificationId: row.notificationId as string,
      createdOn: instantOf(row.createdOn),
      // An event from another version has no text here.
      eventMessage:
        texts.event(row.event as string, row.values as Record<string, string>) ??
        texts.event("other", {}) ??
        "",
      status: row.isRead ? "Read" : "Unread",
      createdBy: row.createdBy as string,
      link: linkOf(row),
    }),
  };
}

/** Deleted records get no link. */
function linkOf({ event, domainObject, domainObjectId }: Record<string, unknown>): string | null {
  return event === "roleDeleted" ? null : `/${areaOfRecord[domainObject as DomainObject]}/${domainObjectId}`;
}

/** False when the acting user has no such notification. */
export async function markRead(db: Database, notificationId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update notifications set read_on = coalesce(read_on, now())
    where notification_id = ${notificationId} and user_id = app_actor() returning notification_id`);
  return rows.length > 0;
}

/** Includes those with the same event, actor and record. False when the acting user has no such notification. */
export async function markAlikeRead(db: Database, notificationId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update notifications n set read_on = coalesce(n.read_on, now()) from notifications one
    where one.notification_id = ${notificationId} and one.user_id = app_actor() and n.user_id = app_actor()
      and (n.read_on is null or n.notification_id = one.notification_id)
      and (n.event, n.event_values, n.domain_object, n.domain_object_id, n.created_by_name)
        = (one.event, one.event_values, one.domain_object, one.domain_object_id, one.created_by_name)
    returning n.notification_id`);
  return rows.length > 0;
}

export async function markAllRead(db: Database): Promise<void> {
  await db.execute(sql`
    update notifications set read_on = now() where user_id = app_actor() and read_on is null`);
}

/** Events that the acting user does not want to hear of. */
export async function mutedEvents(db: Database): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ event: string }>(
    sql`select event from notification_mutes where user_id = app_actor()`,
  );
  return new Set(rows.map(({ event }) => event));
}

export async function setMuted(db: Database, event: string, isMuted: boolean): Promise<void> {
  await db.execute(
    isMuted
      ? sql`insert into notification_mutes (event) values (${event}) on conflict do nothing`
      : sql`delete from notification_mutes where user_id = app_actor() and event = ${event}`,
  );
}
