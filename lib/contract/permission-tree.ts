/** A view's permissions as an area declares them: its own actions, and its sections with theirs. */
export interface PermissionTree {
  view: `${string}View`;
  /** Where it stands among the views of a role's permissions; the least is the first. */
  place: number;
  actions: readonly string[];
  sections: Record<string, readonly string[]>;
  /** Held and offered in the host tenant alone, and only with multi-tenancy on. */
  onlyInHost?: true;
}
