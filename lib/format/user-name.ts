/** Display name of a user: first and last name, or the user name without these. */
export function userDisplayName(user: { firstName: string; lastName: string; userName: string }): string {
  return [user.firstName, user.lastName].filter((part) => part !== "").join(" ") || user.userName;
}
