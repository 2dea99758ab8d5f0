import * as z from "zod";
import { exactText, requiredText } from "../validation/text";
import type { EndpointDeclaration } from "./endpoint";
import { instant, nothing, recordId } from "./schemas";

/** The second factors of an account, without anything secret. */
export const secondFactors = z.object({
  /** Since when an authenticator app is set up; null without one. */
  totpOn: instant.nullable(),
  recoveryCodesLeft: z.int(),
  /** False while the installation has no secret to encrypt those of apps with. */
  isTotpOffered: z.boolean(),
  passkeys: z.array(
    z.object({
      passkeyId: z.string(),
      name: z.string(),
      createdOn: instant,
      lastUsedOn: instant.nullable(),
    }),
  ),
  /** False where the public address does not allow them: on plain http, or without a host name. */
  isPasskeyOffered: z.boolean(),
});
export type SecondFactors = z.output<typeof secondFactors>;

/** Those of another user, for administrators. */
export const secondFactorsOfUser = secondFactors.pick({
  totpOn: true,
  recoveryCodesLeft: true,
  passkeys: true,
});

/** An administrator's reason for a reset; recorded, and sent to the user. */
export const secondFactorReset = z.object({ reason: requiredText(500) });

/** The current password, which protects an unattended session even with a recent factor. */
export const ownPassword = z.object({ currentPassword: exactText(1, 1000) });

export const secondFactorRemoval = ownPassword.extend({
  secondFactor: z.union([z.literal("totp"), recordId]),
});

export const totpCode = z.object({ code: requiredText(50) });

export const passkeyName = z.object({ name: requiredText(100) });

/** The form of a new passkey. */
export const newPasskey = passkeyName.extend(ownPassword.shape);

/** What a browser answers to the options; the library checks it. */
export const passkeyResponse = z.looseObject({
  id: z.string().max(2_000),
  response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
});

export const madePasskey = passkeyName.extend({ response: passkeyResponse });

/** Options for the browser's call, as WebAuthn Level 3 writes them in JSON. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });

export const newTotp = z.object({ secret: z.string(), address: z.string() });

export const recoveryCodes = z.object({
  /** Shown this once; empty if the account already has some. */
  recoveryCodes: z.array(z.string()),
});

// PUT where the response is secret: responses to POST may be stored for repetition.
const own = {
  access: "signedIn",
  affects: ["user"],
  apiKey: false,
  capability: "second-factors",
} as const;

/** The list of users shows the kinds of second factors. */
const shown = ["user", "users"] as const;

/** Second factors of the signed-in user (AU-11). */
export const secondFactorEndpoints = {
  secondFactors: {
    method: "GET",
    path: "/user/second-factors",
    access: "signedIn",
    summary: "The second factors of the signed-in user, without their secrets.",
    response: secondFactors,
    capability: "second-factors",
  },
  makeTotp: {
    ...own,
    method: "PUT",
    path: "/user/second-factors/totp-secret",
    summary: "Generates the secret of an authenticator app, which counts once a code of it is confirmed.",
    body: ownPassword,
    response: newTotp,
  },
  confirmTotp: {
    ...own,
    affects: shown,
    method: "PUT",
    path: "/user/second-factors/totp",
    confirm: true,
    summary: "Confirms an authenticator app with its first code; the first factor comes with recovery codes.",
    body: totpCode,
    response: recoveryCodes,
  },
  makePasskey: {
    ...own,
    method: "PUT",
    path: "/user/second-factors/passkey-options",
    summary: "Options with which a browser makes a passkey of the signed-in user.",
    body: ownPassword,
    response: passkeyOptions,
  },
  addPasskey: {
    ...own,
    affects: shown,
    method: "PUT",
    path: "/user/second-factors/passkeys",
    confirm: true,
    summary: "Adds the passkey that a browser has made; the first factor comes with recovery codes.",
    body: madePasskey,
    response: recoveryCodes,
  },
  renamePasskey: {
    ...own,
    method: "PUT",
    path: "/user/second-factors/passkeys/:passkeyId",
    summary: "Renames a passkey of the signed-in user.",
    body: passkeyName,
    response: nothing,
  },
  renewRecoveryCodes: {
    ...own,
    method: "PUT",
    path: "/user/second-factors/recovery-codes",
    summary: "Replaces the recovery codes by ten new ones; 409 without a second factor.",
    body: ownPassword,
    response: recoveryCodes,
  },
  removeSecondFactor: {
    ...own,
    affects: shown,
    method: "POST",
    path: "/user/second-factors/remove",
    summary: "Removes a second factor; the recovery codes end with the last one.",
    body: secondFactorRemoval,
    response: nothing,
  },
} as const satisfies Record<string, EndpointDeclaration>;
