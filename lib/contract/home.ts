import * as z from "zod";
import { defineArea } from "./endpoint";
import { historyRow } from "./history";
import { maxCounted } from "./paging";

/** How many there are; one more than {@link maxCounted} where there are more. */
const boundedCount = z
  .int()
  .min(0)
  .max(maxCounted + 1);

/** So many users are looked at to tell who holds no role: to go through a million would take longer than home may. */
export const maxLookedAt = 1000;

/** A change of any area's record. */
export const latestChange = historyRow.extend({
  /** The area of the record, which is the first part of its address. */
  area: z.string(),
  /** The record has been deleted since, so that nothing leads to it. */
  isGone: z.boolean(),
});
export type LatestChange = z.output<typeof latestChange>;

export const homeOverview = z.object({
  unread: boundedCount,
  /** Left out, as all that follows, for those who may not see or do it. */
  invitations: z.object({ open: boundedCount, expired: boundedCount }).optional(),
  /** Users who never signed in. */
  neverSignedIn: boundedCount.optional(),
  /** Users who hold no role, of the newest {@link maxLookedAt}: `isMore` where there may be others. */
  withoutRole: z.object({ count: boundedCount, isMore: z.boolean() }).optional(),
  /** The newest first; of the areas whose history the caller may see. */
  changes: z.array(latestChange).optional(),
  /** What is done of what a new installation begins with; left out where all of it is. */
  checklist: z
    .object({
      others: z.boolean(),
      role: z.boolean(),
      /** Left out for those whose password was not made by the installation. */
      password: z.boolean().optional(),
    })
    .optional(),
});
export type HomeOverview = z.output<typeof homeOverview>;

/** What happened on one day in the time zone of the request. */
export const dayFigures = z.object({
  /** Such as `2026-03-01`. */
  day: z.string(),
  signIns: z.int().min(0),
  failures: z.int().min(0),
  newUsers: z.int().min(0),
});
export type DayFigures = z.output<typeof dayFigures>;

/** So many days are told of, today included. */
export const figureDays = 30;

/** What the home page shows beside what the browser knows by itself (HO-05). */
export const home = defineArea("home", {
  overview: {
    method: "GET",
    path: "/home",
    access: "signedIn",
    whileViewing: true,
    summary: "What needs the signed-in user, and the latest changes that they may see.",
    response: homeOverview,
    capability: "home",
  },
  figures: {
    method: "GET",
    path: "/home/figures",
    access: ["UserView", "UserView_HistoryAction"],
    summary: "Sign-ins, failed ones and new users of each of the last 30 days, the oldest first.",
    response: z.array(dayFigures),
    capability: "figures",
  },
});
