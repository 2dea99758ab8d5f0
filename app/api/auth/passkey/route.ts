import { config } from "@/lib/server/config/config";
import { passkeyOptions } from "@/lib/server/session/passkey-options";

export const POST = (request: Request) => passkeyOptions(request, config());
