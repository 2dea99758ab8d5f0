import { proxy } from "@/lib/server/bff/proxy";
import { config } from "@/lib/server/config/config";

export const dynamic = "force-dynamic";

/** Forwards calls of the contract to the API with the session's tokens; see docs/a-request.md. */
const handler = (request: Request) => proxy(request, config());

export {
  handler as DELETE,
  handler as GET,
  handler as HEAD,
  handler as OPTIONS,
  handler as PATCH,
  handler as POST,
  handler as PUT,
};
