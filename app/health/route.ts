export const dynamic = "force-dynamic";

/** Liveness: the process responds. */
export const GET = () => Response.json({ status: "ok" }, { headers: { "cache-control": "no-store" } });
