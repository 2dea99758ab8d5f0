import * as z from "zod";
import { requiredText } from "../validation/text";
import type { EndpointDeclaration } from "./endpoint";
import { nothing } from "./schemas";
import { ownPassword, passkeyOptions, passkeyResponse } from "./second-factors";

/** One factor of the signed-in user: the password, a code of the app, a recovery code, or a browser's passkey response. */
export const confirmation = z.union([
  ownPassword,
  z.object({ code: requiredText(50) }),
  z.object({ response: passkeyResponse }),
]);

const own = {
  method: "PUT",
  access: "signedIn",
  affects: [],
  apiKey: false,
  capability: "confirmation",
} as const;

/** Confirms the session for calls that are declared with `confirm` (AU-12). */
export const confirmationEndpoints = {
  confirm: {
    ...own,
    path: "/user/confirmation",
    summary:
      "Confirms the session with a factor of the signed-in user; 400 on the field of a wrong one, 429 after too many. With an identity provider, a new sign-in there confirms.",
    body: confirmation,
    response: nothing,
  },
  confirmByPasskey: {
    ...own,
    path: "/user/confirmation/passkey-options",
    summary:
      "Options with which a browser confirms the session by a passkey, for ten minutes and one attempt.",
    response: passkeyOptions,
  },
} as const satisfies Record<string, EndpointDeclaration>;
