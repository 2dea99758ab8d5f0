/** Holds the user's time zone, an IANA name: from sign-in on the browser's, then the one that the user prefers. */
export const timeZoneCookie = "timezone";
