/** A view's permissions as declared by an area: its own actions, and its sections with theirs. */
export interface PermissionTree {
  view: `${string}View`;
  /** Position among the views of a role's permissions, ascending. */
  place: number;
  actions: readonly string[];
  sections: Record<string, readonly string[]>;
  /**
   * Granted and offered in the host tenant only: always, or only with multi-tenancy, since there are no other tenants
   * to administer without it.
   */
  onlyInHost?: "always" | "withMultiTenancy";
}
