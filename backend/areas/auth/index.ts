import { contract } from "../../../lib/contract";
import { implement } from "../../endpoint/route";
import { passkeyOptions, signInWithPasskey } from "./passkeys";
import { endSessionOf } from "./queries";
import { signIn } from "./service";
import { addFirstPasskey, confirmFirstTotp, firstPasskeyOptions, makeFirstTotp } from "./set-up";

export const routes = implement(contract.auth, {
  signIn: ({ context }) => signIn(context),
  passkeyOptions: ({ context }) => passkeyOptions(context),
  signInWithPasskey: ({ body, context }) => signInWithPasskey(context, body.response),
  makeFirstTotp: ({ context }) => makeFirstTotp(context),
  confirmFirstTotp: ({ body, context }) => confirmFirstTotp(context, body.code),
  makeFirstPasskey: ({ context }) => firstPasskeyOptions(context),
  addFirstPasskey: ({ body, context }) => addFirstPasskey(context, body),
  signOut: async ({ context: { db, tenant, user } }) => {
    await endSessionOf(db, tenant, user);
    return null;
  },
});
