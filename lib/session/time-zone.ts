/** Holds the browser's time zone, an IANA name, from sign-in on. */
export const timeZoneCookie = "timezone";
