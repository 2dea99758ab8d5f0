import { config } from "@/lib/server/config/config";
import { setUpFactor } from "@/lib/server/session/set-up";

export const POST = (request: Request) => setUpFactor(request, config());
