import * as z from "zod";
import { defineArea } from "./endpoint";
import { nothing } from "./schemas";
import {
  madePasskey,
  newTotp,
  passkeyOptions,
  passkeyResponse,
  recoveryCodes,
  totpCode,
} from "./second-factors";

// PUT: responses to POST may be stored for repetition, and these are secret.
const setUp = {
  method: "PUT",
  access: "public",
  affects: [],
  browser: false,
  capability: "second-factors",
} as const;

/**
 * Basic sign-in (AU-02). The access token of later requests, `Authorization: Basic …`, is base64 of `userName:secret`, with
 * the secret returned by `signIn`.
 *
 * For an account with a second factor (AU-11, capability `second-factors`) a right password is answered with 401
 * `secondFactorNeeded`. Its header `X-Second-Factor` lists what completes the sign-in, `X-Second-Factor-Step` holds a token
 * for five minutes. The same call completes it with `X-Second-Factor: <code>`; with `X-Second-Factor-Step: <token>` the
 * password may be empty. A wrong code is answered with 401 `wrongSecondFactor`, an ended step with `signInStepOver`.
 *
 * `signInWithPasskey` needs neither, except after a denied sign-in: then a passkey without the token of a right password is
 * answered with 403 `passkeyNeedsPassword`.
 *
 * Where the organisation requires a second factor and the account has none, the 401 is `secondFactorSetupNeeded`:
 * `X-Second-Factor` lists what can be set up, and the token, valid for 15 minutes, authorises the four calls of the set-up
 * with an empty password. After the set-up the first call with the token completes the sign-in; before, it is refused.
 */
export const auth = defineArea("auth", {
  signIn: {
    method: "GET",
    path: "/auth",
    access: "public",
    writes: true,
    summary: "Exchanges username and password, sent as Basic authorization, for a secret.",
    affects: [],
    response: z.string(),
    browser: false,
  },
  passkeyOptions: {
    method: "POST",
    path: "/auth/passkey-options",
    access: "public",
    summary: "Options with which a browser signs in by a passkey, for ten minutes and one attempt.",
    affects: [],
    response: passkeyOptions,
    browser: false,
    capability: "second-factors",
  },
  signInWithPasskey: {
    method: "POST",
    path: "/auth/passkey",
    access: "public",
    summary: "Exchanges a browser's answer to these options for user name and secret; counts as two factors.",
    affects: [],
    body: z.object({ response: passkeyResponse }),
    response: z.object({ userName: z.string(), secret: z.string() }),
    browser: false,
    capability: "second-factors",
  },
  makeFirstTotp: {
    ...setUp,
    path: "/auth/set-up/totp-secret",
    summary:
      "Generates the secret of a required authenticator app, which counts once a code of it is confirmed.",
    response: newTotp,
  },
  confirmFirstTotp: {
    ...setUp,
    path: "/auth/set-up/totp",
    summary:
      "Confirms a required authenticator app with its first code; the response has the recovery codes.",
    body: totpCode,
    response: recoveryCodes,
  },
  makeFirstPasskey: {
    ...setUp,
    path: "/auth/set-up/passkey-options",
    summary: "Options with which a browser makes a required passkey.",
    response: passkeyOptions,
  },
  addFirstPasskey: {
    ...setUp,
    path: "/auth/set-up/passkeys",
    summary: "Adds the required passkey that a browser has made; the response has the recovery codes.",
    body: madePasskey,
    response: recoveryCodes,
  },
  signOut: {
    method: "DELETE",
    path: "/auth",
    access: "signedIn",
    whileViewing: "asOneself",
    summary: "Revokes the secret that the request is authorised with.",
    affects: [],
    response: nothing,
    browser: false,
    apiKey: false,
    capability: "sign-out",
  },
});
