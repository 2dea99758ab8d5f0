// Without schemas, so that a list loads none.

/** Filters of the users list that select what the overview of the home page counts. */
export const overviewFilters = { neverSignedIn: "lastLoginDate:empty", withoutRole: "roles:empty" } as const;
