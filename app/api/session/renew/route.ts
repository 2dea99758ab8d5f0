import { config } from "@/lib/config";
import { renewEarly } from "@/lib/session/renew-early";

export const POST = (request: Request) => renewEarly(request, config());
