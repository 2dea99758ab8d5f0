import { type Found, Readiness } from "@/lib/server/bff/readiness";
import { config, type WebConfig } from "@/lib/server/config/config";
import { apiAddress } from "@/lib/server/http/api-address";
import { isSessionStoreReachable } from "@/lib/server/session/store";

export const dynamic = "force-dynamic";

const readiness = new Readiness(
  {
    api: (signal) => isApiReachable(config(), signal),
    sessionStore: () => isSessionStoreReachable(config()),
  },
  logChange,
);

/** Readiness: the API is reachable and ready, and sessions can be looked up. */
export async function GET(): Promise<Response> {
  const { isReady, checks } = await readiness.now();
  return isReady
    ? Response.json({ status: "ready" }, { headers: { "cache-control": "no-store" } })
    : Response.json(
        { status: "unavailable", ...checks },
        { status: 503, headers: { "cache-control": "no-store", "retry-after": "2" } },
      );
}

function logChange({ isReady, checks: { api, sessionStore } }: Found<"api" | "sessionStore">): void {
  const away = [!api && "the API (API_URL)", !sessionStore && "the session store (SESSION_STORE_URL)"];
  console.warn(
    isReady ? "ready again" : `not ready: ${away.filter(Boolean).join(" and ")} cannot be reached`,
  );
}

/** The tenant that always exists. */
const hostTenant = "main";

/**
 * Whether the API is reachable and ready. Another server of the contract may lack `/ready` and refuse the address: it
 * counts as reachable. So
 * does a process of the API that is about to stop: it still serves, and the others take over.
 */
async function isApiReachable(settings: WebConfig, signal: AbortSignal): Promise<boolean> {
  const tenant = settings.tenantPattern && hostTenant;
  const { base, path } = apiAddress(settings, { tenant }, "/ready");
  const response = await fetch(base + path, { redirect: "manual", cache: "no-store", signal });
  if (response.status < 500) {
    await response.body?.cancel();
    return true;
  }
  const body: unknown = await response.json().catch(() => undefined);
  return (body as { code?: unknown } | undefined)?.code === "stopping";
}
