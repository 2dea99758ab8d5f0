import * as z from "zod";
import { defineArea } from "./endpoint";
import { historyList } from "./history";
import { maxCounted } from "./paging";

/** A count that stops at {@link maxCounted} + 1. */
const boundedCount = z
  .int()
  .min(0)
  .max(maxCounted + 1);

/** Maximum number of users checked for missing roles: checking a million would take too long for the home page. */
export const maxUsersChecked = 1000;

/** A change of a record of any area. */
export const latestChange = historyList.row.extend({
  /** The area of the record, the first part of its address. */
  area: z.string(),
  /** The record has been deleted, so it has no link. */
  isGone: z.boolean(),
});
export type LatestChange = z.output<typeof latestChange>;

export const homeOverview = z.object({
  unread: boundedCount,
  /** Numbers of records; each undefined without the permission to list them. */
  totals: z.object({ users: z.int().optional(), files: z.int().optional() }).optional(),
  /** Undefined without the permission, as all fields below. */
  invitations: z.object({ open: boundedCount, expired: boundedCount }).optional(),
  /** Users who never signed in. */
  neverSignedIn: boundedCount.optional(),
  /** Users without a role among the newest {@link maxUsersChecked}; `isMore` if there may be others. */
  withoutRole: z.object({ count: boundedCount, isMore: z.boolean() }).optional(),
  /** Newest first; of areas with a history that the caller may see. */
  changes: z.array(latestChange).optional(),
  /** Progress of a new installation's checklist; undefined once complete. */
  checklist: z
    .object({
      others: z.boolean(),
      role: z.boolean(),
      /** Whether the organisation has a name, a logo or a theme; undefined for those who may not change it. */
      brand: z.boolean().optional(),
      /** Whether e-mails are sent; undefined for those who do not see the state of the installation. */
      mail: z.boolean().optional(),
      /** Undefined unless the installation created the caller's password. */
      password: z.boolean().optional(),
    })
    .optional(),
});
export type HomeOverview = z.output<typeof homeOverview>;

/** Events of one day in the time zone of the request. */
export const dayFigures = z.object({
  /** Such as `2026-03-01`. */
  day: z.string(),
  signIns: z.int().min(0),
  failures: z.int().min(0),
  newUsers: z.int().min(0),
  /** Undefined without the permission to list attachments. */
  newFiles: z.int().min(0).optional(),
});
export type DayFigures = z.output<typeof dayFigures>;

/** Number of days reported, including today. */
export const figureDays = 30;

/** Server data of the home page (HO-05). */
export const home = defineArea("home", {
  overview: {
    method: "GET",
    path: "/home",
    access: "signedIn",
    whileViewing: true,
    summary:
      "What needs the attention of the signed-in user, and the latest changes that they are allowed to see.",
    response: homeOverview,
    capability: "home",
  },
  figures: {
    method: "GET",
    path: "/home/figures",
    access: ["UserView", "UserView_HistoryAction"],
    summary:
      "Sign-ins, failed sign-ins, new users and new files on each of the last 30 days, the oldest first.",
    response: z.array(dayFigures),
    capability: "figures",
  },
});
