import type { WebConfig } from "../config/config";
import type { Session } from "./seal";
import { sessionStore } from "./store";
import { endableNames } from "./store-names";

type Settings = Pick<WebConfig, "sessionStoreUrl" | "sessionLifetimeSeconds">;

export function isTooOld({ sessionLifetimeSeconds }: Settings, { began }: Session): boolean {
  return began + sessionLifetimeSeconds * 1000 <= Date.now();
}

/** Whether a session was ended or is too old. Ending all sessions of a user does not affect sessions begun later. */
export async function isOver(config: Settings, session: Session): Promise<boolean> {
  if (isTooOld(config, session)) return true;
  const { own, user } = endableNames(session);
  // Compares names only: the clocks of processes differ.
  if ((await lookUpEnd(config, own)) !== undefined) return true;
  const userEndedAt = user.length > 0 && (await lookUpEnd(config, user));
  return typeof userEndedAt === "number" && userEndedAt >= session.began;
}

/** Not async, so that a cached result costs no turn of the event loop. */
function lookUpEnd(config: Settings, names: readonly string[]) {
  return sessionStore(config).endedAt(names);
}
