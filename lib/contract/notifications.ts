import * as z from "zod";
import { type AreaName, areaFiles } from "../areas/areas";
import { defineArea } from "./endpoint";
import { givenInstant, instant, listQuery, listResponse, nothing, repeated } from "./schemas";

type AreaOfRecord = {
  [Name in AreaName as (typeof areaFiles)[Name] extends { record: infer Kind extends string }
    ? Kind
    : never]: Name;
};

/** Kinds of records in notifications. */
export type DomainObject = keyof AreaOfRecord;

/** The area with the views of such a record. */
export const areaOfRecord = Object.fromEntries(
  Object.entries(areaFiles).flatMap(([name, file]) => ("record" in file ? [[file.record, name]] : [])),
) as AreaOfRecord;

/** Ignores case; unknown kinds have no notifications. */
const domainObject = z
  .string()
  .max(100)
  .overwrite(
    (given) => Object.keys(areaOfRecord).find((kind) => kind.toLowerCase() === given.toLowerCase()) ?? given,
  );

export const notification = z.object({
  notificationId: z.string(),
  createdOn: instant,
  /** In the language of the request. */
  eventMessage: z.string(),
  status: z.enum(["Unread", "Read"]),
  /** The user who caused it; beyond the specification. */
  createdBy: z.string().optional(),
  /** Address of the record's view within the product; beyond the specification. */
  link: z.string().nullish(),
});
export type Notification = z.output<typeof notification>;

/** A kind of notification that can be muted; mandatory ones are omitted. */
export const notificationKind = z.object({
  kind: z.string(),
  /** In the language of the request. */
  kindName: z.string(),
  isMuted: z.boolean(),
});
export type NotificationKind = z.output<typeof notificationKind>;

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")]);

const paging = listQuery(["createdOn"]).pick({ page: true, pageLimit: true });

/** Notifications of the signed-in user: each sees and changes only their own (HO-03). */
export const notifications = defineArea("notifications", {
  list: {
    method: "GET",
    path: "/notifications",
    access: "signedIn",
    whileViewing: true,
    summary: "Notifications of the signed-in user, newest first; pageLimit=0 only counts them.",
    query: paging.extend({
      onlyUnread: flag.default(false),
      /** Only those created or read after this time. */
      lastUpdate: givenInstant.optional(),
      domainObjects: repeated(domainObject).optional(),
    }),
    response: listResponse(notification),
  },
  // Before the next call, which would match its path.
  readAll: {
    method: "PATCH",
    path: "/notifications/all/status/read",
    access: "signedIn",
    summary: "Marks all notifications of the signed-in user as read.",
    affects: ["notifications"],
    response: nothing,
  },
  read: {
    method: "PATCH",
    path: "/notifications/:notificationId/status/read",
    access: "signedIn",
    summary: "Marks one notification of the signed-in user as read.",
    affects: ["notifications"],
    response: nothing,
  },
  readAlike: {
    method: "PATCH",
    path: "/notifications/:notificationId/status/read/alike",
    access: "signedIn",
    summary: "Marks one notification of the signed-in user as read, and all others with the same message.",
    affects: ["notifications"],
    response: nothing,
    capability: "notification-kinds",
  },
  kinds: {
    method: "GET",
    path: "/notifications/kinds",
    access: "signedIn",
    summary:
      "The types of notifications that can be muted, and whether the signed-in user has muted them; beyond the specification.",
    response: z.array(notificationKind),
    capability: "notification-kinds",
  },
  mute: {
    method: "PUT",
    path: "/notifications/kinds/:kind",
    access: "signedIn",
    summary:
      "Mutes or unmutes a type of notifications for the signed-in user; existing notifications are kept.",
    affects: ["notifications"],
    body: z.object({ isMuted: z.boolean() }),
    response: nothing,
    capability: "notification-kinds",
  },
});
