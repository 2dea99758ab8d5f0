import { config } from "@/lib/server/config/config";
import { signIn } from "@/lib/server/session/sign-in";

export const POST = (request: Request) => signIn(request, config());
