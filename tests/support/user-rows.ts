/** Rows of the list of users, which sort by number. */
export function userRows(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    userId: `id-${index}`,
    userName: `user.${index}`,
    firstName: "Ada",
    lastName: `Name ${String(index).padStart(5, "0")}`,
    email: `user.${index}@example.test`,
    avatar: null,
    lastLoginDate: null,
    isActive: true,
    suspendedUntil: null,
    createdOn: "2026-03-01T09:30:00.000Z",
    createdBy: "admin",
  }));
}
