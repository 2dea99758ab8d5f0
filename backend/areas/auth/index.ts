import { contract } from "../../../lib/contract";
import { implement } from "../../endpoint/route";
import { passkeyOptions, signInWithPasskey } from "./passkeys";
import { endSecret } from "./queries";
import { signIn } from "./service";

export const routes = implement(contract.auth, {
  signIn: ({ context }) => signIn(context),
  passkeyOptions: ({ context }) => passkeyOptions(context),
  signInWithPasskey: ({ body, context }) => signInWithPasskey(context, body.response),
  signOut: async ({ context: { db, user } }) => {
    // A provider's token ends at the provider.
    if (user.means === "secret") await endSecret(db, user.sessionId);
    return null;
  },
});
