import { fileURLToPath } from "node:url";
import type { WebConfig } from "../config/config";
import { FileStore } from "./file-store";
import { MemoryStore } from "./memory-store";
import { PostgresStore } from "./postgres-store";
import type { SessionStore } from "./session-store";

// Shared through the global object, as the request listener and the pages are bundled separately.
const key = Symbol.for("hub.sessions");
const shared = globalThis as typeof globalThis & { [key]?: SessionStore };

export function sessionStore({ sessionStoreUrl }: Pick<WebConfig, "sessionStoreUrl">): SessionStore {
  shared[key] ??= storeAt(sessionStoreUrl);
  return shared[key];
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
