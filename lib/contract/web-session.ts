/**
 * Sent with a provider's access token: the web process's name of the session, the same for all its tokens. Named sessions
 * are listed and can be ended (AU-14). Other servers may ignore it.
 */
export const webSessionHeader = "x-web-session";

/**
 * On a 401: the session was ended by its user, an administrator or the provider, rather than expired. Its later tokens are
 * refused too.
 */
export const endedHeader = "x-session-ended";
