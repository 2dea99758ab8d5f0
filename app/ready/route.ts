export const dynamic = "force-dynamic";

/**
 * The process can take requests: its configuration was read before this could answer. The API has a readiness of its
 * own; with it away this process still has something to say to people.
 */
export const GET = () => Response.json({ status: "ready" }, { headers: { "cache-control": "no-store" } });
