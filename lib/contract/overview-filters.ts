// Without schemas, so that a list loads none.

/** Filters of the audit log that select the entries of a figure, from its first day on. */
export const figureFilters = {
  signIns: "collection:oneOf:users;operation:oneOf:access",
  failures: "collection:oneOf:users;operation:oneOf:failed",
} as const;

/** Filters of the users list that select what the overview of the home page counts. */
export const overviewFilters = { neverSignedIn: "lastLoginDate:empty", withoutRole: "roles:empty" } as const;

/** The same for active users without a second factor, as the policy counts them. */
export const withoutSecondFactor = "secondFactor:oneOf:none;isActive:is:yes";

/** The same of the list of invitations. */
export const invitationFilters = {
  open: "state:oneOf:open,unsent,ended",
  expired: "state:oneOf:expired",
} as const;
