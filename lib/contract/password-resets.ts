import * as z from "zod";
import { requiredText } from "../validation/text";
import { defineArea } from "./endpoint";
import { setPassword } from "./passwords";
import { instant, nothing } from "./schemas";

/** Body of a request for a link. */
export const passwordResetRequest = z.object({
  /** A user name or an e-mail address. */
  userName: requiredText(254),
});

/** Why a link is no longer valid; `ended`: the account or its password has changed since. */
export const closedResets = ["used", "expired", "replaced", "ended"] as const;

/** The page of a link; an invalid one reveals nothing. */
export const passwordReset = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("open"),
    userName: z.string(),
    expiresOn: instant,
    /** Whether the account has API keys, which can be ended too. */
    hasApiKeys: z.boolean(),
  }),
  z.object({ state: z.enum(closedResets) }),
]);
export type PasswordReset = z.output<typeof passwordReset>;

/** The page of a link in an e-mail about a sign-in on a new device (AU-14). */
export const signInLink = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("open"),
    userName: z.string(),
    /** As in a session. */
    browser: z.string().nullable(),
    system: z.string().nullable(),
    address: z.string(),
  }),
  z.object({ state: z.enum(["used", "expired", "ended"]) }),
]);
export type SignInLink = z.output<typeof signInLink>;

/**
 * Links that set a forgotten password (AU-13), with password sign-in only. A link works once, for 30 minutes; a second
 * factor is still asked for at the sign-in that follows.
 */
export const passwordResets = defineArea("password-resets", {
  request: {
    method: "POST",
    path: "/password-resets",
    access: "public",
    summary:
      "Sends a link to the e-mail address of an account; answers alike if there is none. 403 `resetWithoutMail` without a mail server, 429 after too many.",
    affects: [],
    body: passwordResetRequest,
    response: nothing,
    capability: "password-resets",
  },
  look: {
    method: "GET",
    path: "/password-resets/:token",
    access: "public",
    summary: "The account of a link, and changes nothing; 404 if the link never existed.",
    response: passwordReset,
    browser: false,
    capability: "password-resets",
  },
  reset: {
    method: "POST",
    path: "/password-resets/:token",
    access: "public",
    summary:
      "Sets the password of a link's account, once, and ends its sessions. 404 for an unknown link, 409 for one that is no longer valid.",
    affects: [],
    body: setPassword,
    response: nothing,
    capability: "password-resets",
  },
  lookAtSignIn: {
    method: "GET",
    path: "/password-resets/sign-in/:token",
    access: "public",
    summary: "The sign-in that an e-mail told of, and changes nothing; 404 if the link never existed.",
    response: signInLink,
    browser: false,
    capability: "sessions",
  },
  denySignIn: {
    method: "POST",
    path: "/password-resets/sign-in/:token",
    access: "public",
    summary:
      "Ends all sessions of the account that a stranger has signed in to, and its password, once; returns the token of a link that sets a new one. 404 for an unknown link, 409 for one that is no longer valid, 429 after too many.",
    affects: [],
    response: z.object({ token: z.string() }),
    capability: "sessions",
  },
});
