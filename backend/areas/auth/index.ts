import { contract } from "../../../lib/contract";
import { implement } from "../../endpoint/route";
import { passkeyOptions, signInWithPasskey } from "./passkeys";
import { endSessionOf } from "./queries";
import { signIn } from "./service";

export const routes = implement(contract.auth, {
  signIn: ({ context }) => signIn(context),
  passkeyOptions: ({ context }) => passkeyOptions(context),
  signInWithPasskey: ({ body, context }) => signInWithPasskey(context, body.response),
  signOut: async ({ context: { db, tenant, user } }) => {
    await endSessionOf(db, tenant, user);
    return null;
  },
});
