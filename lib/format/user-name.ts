/** What a user is called: first and last name, or the user name while there is none. */
export function userDisplayName(user: { firstName: string; lastName: string; userName: string }): string {
  return [user.firstName, user.lastName].filter((part) => part !== "").join(" ") || user.userName;
}
