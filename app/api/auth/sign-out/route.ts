import { config } from "@/lib/server/config/config";
import { signOut } from "@/lib/server/session/sign-out";

export const POST = (request: Request) => signOut(request, config());
