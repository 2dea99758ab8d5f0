import { fileURLToPath } from "node:url";
import type { WebConfig } from "../config/config";
import { onePerProcess } from "../core/one-per-process";
import { FileStore } from "./file-store";
import { MemoryStore } from "./memory-store";
import { PostgresStore } from "./postgres-store";
import type { SessionStore } from "./session-store";

export function sessionStore({ sessionStoreUrl }: Pick<WebConfig, "sessionStoreUrl">): SessionStore {
  return onePerProcess("sessions", () => storeAt(sessionStoreUrl));
}

const reachableLimit = 1_500;

/** Whether sessions can be looked up now, within 1.5 seconds; for `/ready`, and before a redirect to sign-in. */
export async function isSessionStoreReachable(config: Pick<WebConfig, "sessionStoreUrl">): Promise<boolean> {
  try {
    return await sessionStore(config).isReachable(reachableLimit);
  } catch {
    // A file that cannot be created; the first use of the store logs the reason.
    return false;
  }
}

function storeAt(url: string | undefined): SessionStore {
  if (url?.startsWith("file:")) return new FileStore(fileURLToPath(url));
  return url ? new PostgresStore(url) : new MemoryStore();
}
