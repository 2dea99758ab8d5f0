import { config } from "@/lib/config";
import { signOut } from "@/lib/session/sign-out";

export const POST = (request: Request) => signOut(request, config());
