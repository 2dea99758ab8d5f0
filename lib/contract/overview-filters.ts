// Without schemas, so that a list loads none.

/** Filters of the users list that select what the overview of the home page counts. */
export const overviewFilters = { neverSignedIn: "lastLoginDate:empty", withoutRole: "roles:empty" } as const;

/** The same of the list of invitations. */
export const invitationFilters = {
  open: "state:oneOf:open,unsent,ended",
  expired: "state:oneOf:expired",
} as const;
