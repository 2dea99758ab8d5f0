import { config } from "@/lib/server/config/config";
import { handleAuth } from "@/lib/server/session/oidc/handle";

export const GET = (request: Request) => handleAuth(request, config());
export const POST = (request: Request) => handleAuth(request, config());
