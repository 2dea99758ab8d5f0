/** Response header with the seconds until the session's access token ends (AU-04). */
export const expiryHeader = "x-session-expires-in";

/** Seconds before the token's end at which the page is notified. */
export const noticeSeconds = 60;
