/** Tells the browser in how many seconds the session's access token ends (AU-04). */
export const expiryHeader = "x-session-expires-in";

/** Seconds before its end at which the page is told. */
export const noticeSeconds = 60;
