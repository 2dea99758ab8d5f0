import * as z from "zod";
import type { EndpointDeclaration } from "./endpoint";
import { setPassword } from "./passwords";
import { nothing } from "./schemas";
import { secondFactorReset, secondFactorsOfUser } from "./second-factors";

/** Sign-ins of one day, such as `2026-03-01`, in the time zone of the request. */
const signInsOfDay = z.object({ day: z.string(), signIns: z.int().min(0) });

/** Passwords, second factors and sign-ins of other users. */
export const userAccountEndpoints = {
  setPassword: {
    method: "PUT",
    path: "/users/:userId/set-password",
    access: ["UserView", "UserView_EditAction"],
    summary:
      "Sets a user's password and ends their sessions and API keys; not the caller's own, see PUT /user/password.",
    confirm: true,
    affects: ["users"],
    body: setPassword,
    response: nothing,
  },
  // PUT: responses to POST may be stored for repetition, and this one is secret.
  passwordLink: {
    method: "PUT",
    path: "/users/:userId/password-link",
    access: ["UserView", "UserView_EditAction"],
    summary:
      "Creates a link that sets a user's password, once, within 30 minutes, and returns it this once, to be handed over; it replaces earlier ones. Refused as setting the password is.",
    confirm: true,
    affects: ["users"],
    response: z.string(),
    apiKey: false,
    capability: "password-resets",
  },
  secondFactors: {
    method: "GET",
    path: "/users/:userId/second-factors",
    access: ["UserView", "UserView_EditAction"],
    summary: "The second factors of a user, without their secrets.",
    response: secondFactorsOfUser,
    capability: "second-factors",
  },
  resetSecondFactors: {
    method: "POST",
    path: "/users/:userId/second-factors/reset",
    access: ["UserView", "UserView_EditAction"],
    summary: "Removes all second factors of a user who has lost them, with a reason; not the caller's own.",
    confirm: true,
    affects: ["users"],
    body: secondFactorReset,
    response: nothing,
    apiKey: false,
    capability: "second-factors",
  },
  viewAs: {
    method: "POST",
    path: "/users/:userId/view-as",
    access: ["UserView", "UserView_EditAction"],
    summary:
      "Lets the session view the product as that user, read-only, for half an hour or until DELETE /user/viewing.",
    confirm: true,
    affects: [],
    response: nothing,
    apiKey: false,
    capability: "view-as",
  },
  signIns: {
    method: "GET",
    path: "/users/:userId/sign-ins",
    access: ["UserView", "UserView_HistoryAction"],
    summary: "The number of a user's sign-ins on each of the last 30 days, the oldest first.",
    response: z.array(signInsOfDay),
    capability: "user-sign-ins",
  },
} as const satisfies Record<string, EndpointDeclaration>;
