import * as z from "zod";
import type { RuleParams } from "../validation/messages";
import { email, userName } from "../validation/rules";
import { exactText, requiredText } from "../validation/text";
import { column } from "./columns";
import { defineArea } from "./endpoint";
import { declareHistory } from "./history";
import { created, defineList } from "./lists";
import { newPassword } from "./passwords";
import { instant, nothing, recordId, repeated } from "./schemas";

/** Body of an invitation; also the schema of the form. */
export const invite = z.object({
  email: email().min(1),
  roleIds: z.array(recordId).max(500).default([]),
  /** True: replaces an open invitation, and invalidates its link. */
  isProceed: z.boolean().default(false),
});

/**
 * `unsent`: the mail server has not accepted the e-mail. `ended`: the sender was deleted or lost permission to grant
 * the roles; invalid until another user sends it again.
 */
const invitationStates = ["open", "expired", "unsent", "ended"] as const;

export const invitationList = defineList(
  {
    invitationId: z.string(),
    email: column.readText({ searched: true }),
    state: column.choice(invitationStates, { sorted: false }),
    roles: column.value(z.array(z.object({ roleId: z.string(), roleName: z.string() }))),
    expiresOn: column.instant(),
    ...created,
  },
  { sortBy: "createdOn" },
);
export type InvitationRow = z.output<typeof invitationList.row>;

/** Why a link is no longer valid. */
export const closedStates = ["used", "expired", "revoked", "replaced"] as const;

/** The page of an invitation's link; an invalid link reveals nothing. */
export const invitation = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("open"),
    email: z.string(),
    organisation: z.string(),
    invitedBy: z.string(),
    expiresOn: instant,
    /** A free user name, derived from the e-mail address. */
    suggestedUserName: z.string(),
  }),
  z.object({ state: z.enum(closedStates) }),
]);
export type Invitation = z.output<typeof invitation>;

const person = {
  userName: userName().min(1),
  firstName: requiredText(100),
  lastName: requiredText(100),
};

/** Details entered by the invited person: with a password if users sign in with one, without if a provider does. */
export const acceptInvitation = z.object({ ...person, password: newPassword.optional() });

/** The form of {@link acceptInvitation} with a password. */
export const acceptWithPassword = z
  .object({ ...person, password: newPassword, passwordRepeat: z.string() })
  .refine((value) => value.password === value.passwordRepeat, {
    path: ["passwordRepeat"],
    params: { rule: "passwordMatch" } satisfies RuleParams,
  });

/**
 * Credentials of an existing account in another tenant, to join with it: for an account with a second factor also a code
 * (AU-11).
 */
export const joinWithAccount = z.object({
  userName: requiredText(100),
  password: exactText(1, 256),
  code: exactText(0, 50).optional(),
});

// An invitation creates a user, so its history requires the same permissions.
declareHistory("users/invitations", "UserView_HistoryAction", "UserView", "UserView_InviteAction");

/** Invitations by e-mail (US-02). A link works once, for a limited time, in one tenant. */
export const invitations = defineArea("invitations", {
  invite: {
    method: "POST",
    path: "/users/invite",
    access: ["UserView", "UserView_InviteAction"],
    summary:
      "Sends an e-mail with a link that makes its recipient a user with these roles; returns the invitation's id. 409 `invitationOpen` without isProceed while an earlier one is open.",
    confirm: true,
    affects: ["invitations"],
    body: invite,
    response: z.string(),
  },
  list: {
    method: "GET",
    path: "/users/invitations",
    access: ["UserView", "UserView_InviteAction"],
    summary: "A page of the invitations that are neither accepted nor revoked.",
    ...invitationList.page,
    capability: "invitations",
  },
  link: {
    method: "POST",
    path: "/users/invitations/:invitationId/link",
    access: ["UserView", "UserView_InviteAction"],
    summary:
      "Creates the link of an open invitation and returns it this once, to be passed on if no mail server is set up. 403 `invitationByMail` if there is one.",
    confirm: true,
    affects: ["invitations"],
    response: z.string(),
    capability: "invitation-links",
  },
  revoke: {
    method: "DELETE",
    path: "/users/invitations",
    access: ["UserView", "UserView_InviteAction"],
    summary: "Revokes invitations: their links no longer work.",
    affects: ["invitations"],
    query: z.object({ invitationIds: repeated(recordId) }),
    response: nothing,
    capability: "invitations",
  },
  look: {
    method: "GET",
    path: "/invitations/:token",
    access: "public",
    summary: "Details of an invitation by its link; 404 if the link never existed.",
    response: invitation,
    browser: false,
    capability: "invitations",
  },
  accept: {
    method: "POST",
    path: "/invitations/:token",
    access: "public",
    summary: "Makes the invited person a user, once; returns the new user's id.",
    affects: [],
    body: acceptInvitation,
    response: z.string(),
    capability: "invitations",
  },
  join: {
    method: "POST",
    path: "/invitations/:token/account",
    access: "public",
    summary:
      "Lets the invited person join with an account of another tenant, once; returns the user's id. 400 `wrongCredentials` for a wrong password, `secondFactorSetupNeeded` for an account that lacks a required second factor, and on `code` while its second factor is missing or wrong.",
    affects: [],
    body: joinWithAccount,
    response: z.string(),
    capability: "invitations",
  },
});
