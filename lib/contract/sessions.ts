import * as z from "zod";
import type { Access } from "./endpoint";
import { instant, nothing } from "./schemas";

/** A session, without its secrets. */
export const session = z.object({
  sessionId: z.string(),
  /** The browser or program, such as `Chrome`; null if it is unknown. */
  browser: z.string().nullable(),
  /** The operating system, such as `Windows`; null if it is unknown. */
  system: z.string().nullable(),
  /** The network address of the last use; null if it was not recorded. */
  address: z.string().nullable(),
  createdOn: instant,
  /** To the minute. */
  lastUsedOn: instant,
  /** The session of the request. */
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;

/** The current session, then the others by last use, at most 100 in all, and their total number. */
export const sessions = z.object({ totalCount: z.int(), list: z.array(session) });
export type Sessions = z.output<typeof sessions>;

/** Calls for the sessions of the user at `path` in this tenant (AU-14). @param area of these calls */
export function sessionEndpoints<
  const Path extends string,
  const Grant extends Access,
  const Area extends string,
>(area: Area, path: Path, access: Grant) {
  const ending = {
    method: "DELETE",
    access,
    affects: [area],
    response: nothing,
    apiKey: false,
    capability: "sessions",
  } as const;
  return {
    sessions: {
      method: "GET",
      path: `${path}/sessions`,
      access,
      summary: "Where the user is signed in: the newest 100 sessions of the tenant, and the number of all.",
      response: sessions,
      capability: "sessions",
    },
    endSession: {
      ...ending,
      path: `${path}/sessions/:sessionId`,
      summary: "Ends one of the user's sessions: its next request is refused, and its streams close.",
    },
    endSessions: {
      ...ending,
      path: `${path}/sessions`,
      summary: "Ends all of the user's sessions, except the one of the request.",
    },
  } as const;
}
