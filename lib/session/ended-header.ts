/** Says on a 401 that the session was ended, here, at its provider or by an administrator, and has not just run out. */
export const endedHeader = "x-session-ended";
