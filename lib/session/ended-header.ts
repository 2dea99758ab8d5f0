/** On a 401: the session was ended here, at its provider or by an administrator, rather than expired. */
export const endedHeader = "x-session-ended";
