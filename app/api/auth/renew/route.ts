import { config } from "@/lib/server/config/config";
import { renewEarly } from "@/lib/server/session/renew-early";

export const POST = (request: Request) => renewEarly(request, config());
