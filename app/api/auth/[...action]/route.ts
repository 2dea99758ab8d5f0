import { config } from "@/lib/config";
import { handleAuth } from "@/lib/session/oidc/handle";

export const GET = (request: Request) => handleAuth(request, config());
export const POST = (request: Request) => handleAuth(request, config());
