import { contract } from "../../../lib/contract";
import { implement } from "../../endpoint/route";
import { endSecret } from "./queries";
import { signIn } from "./service";

export const routes = implement(contract.auth, {
  signIn: ({ context }) => signIn(context),
  signOut: async ({ context: { db, user } }) => {
    // A provider's token ends at the provider.
    if (user.means === "secret") await endSecret(db, user.sessionId);
    return null;
  },
});
