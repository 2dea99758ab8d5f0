import * as z from "zod";
import { type AreaName, areaFiles } from "../areas";
import { defineArea } from "./endpoint";
import { givenInstant, instant, listQuery, listResponse, nothing, repeated } from "./schemas";

type AreaOfRecord = {
  [Name in AreaName as (typeof areaFiles)[Name] extends { record: infer Kind extends string }
    ? Kind
    : never]: Name;
};

/** Kinds of records that notifications are about. */
export type DomainObject = keyof AreaOfRecord;

/** The area that has the views of such a record. */
export const areaOfRecord = Object.fromEntries(
  Object.entries(areaFiles).flatMap(([name, file]) => ("record" in file ? [[file.record, name]] : [])),
) as AreaOfRecord;

/** In letters of any case; of what is none of ours there are no notifications. */
const domainObject = z
  .string()
  .max(100)
  .overwrite(
    (given) => Object.keys(areaOfRecord).find((kind) => kind.toLowerCase() === given.toLowerCase()) ?? given,
  );

export const notification = z.object({
  notificationId: z.string(),
  createdOn: instant,
  /** Written in the language of the request. */
  eventMessage: z.string(),
  status: z.enum(["Unread", "Read"]),
  /** Who caused it; beyond the specification. */
  createdBy: z.string().optional(),
  /** The view of what it is about, as an address in the product; beyond the specification. */
  link: z.string().nullish(),
});
export type Notification = z.output<typeof notification>;

/** A kind of notifications that can be done without; those that cannot are not among them. */
export const notificationKind = z.object({
  kind: z.string(),
  /** In the language of the request. */
  kindName: z.string(),
  isMuted: z.boolean(),
});
export type NotificationKind = z.output<typeof notificationKind>;

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")]);

const paging = listQuery(["createdOn"]).pick({ page: true, pageLimit: true });

/** What happened to the signed-in user: each sees and changes only their own (HO-03). */
export const notifications = defineArea("notifications", {
  list: {
    method: "GET",
    path: "/notifications",
    access: "signedIn",
    whileViewing: true,
    summary: "Notifications of the signed-in user, newest first; pageLimit=0 counts them only.",
    query: paging.extend({
      onlyUnread: flag.default(false),
      /** Only those made or read after this moment. */
      lastUpdate: givenInstant.optional(),
      domainObjects: repeated(domainObject).optional(),
    }),
    response: listResponse(notification),
  },
  // Before the one below, whose path it matches too.
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
    summary: "Marks one notification of the signed-in user as read, and all others that say the same.",
    affects: ["notifications"],
    response: nothing,
    capability: "notification-kinds",
  },
  kinds: {
    method: "GET",
    path: "/notifications/kinds",
    access: "signedIn",
    summary:
      "The kinds of notifications that can be muted, and whether the signed-in user has; beyond the specification.",
    response: z.array(notificationKind),
    capability: "notification-kinds",
  },
  mute: {
    method: "PUT",
    path: "/notifications/kinds/:kind",
    access: "signedIn",
    summary:
      "Mutes a kind of notifications for the signed-in user, or has them told of it again; what there is already stays.",
    affects: ["notifications"],
    body: z.object({ isMuted: z.boolean() }),
    response: nothing,
    capability: "notification-kinds",
  },
});
