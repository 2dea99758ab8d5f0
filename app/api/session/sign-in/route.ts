import { config } from "@/lib/config";
import { signIn } from "@/lib/session/sign-in";

export const POST = (request: Request) => signIn(request, config());
