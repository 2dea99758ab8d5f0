/**
 * Sent with a provider's access token: the web process's name of the session, the same for all of its tokens. Sessions with
 * a name are listed and can be ended (AU-14). Servers that do not know it ignore it.
 */
export const webSessionHeader = "x-web-session";

/**
 * On a 401: the session was ended here, at its provider or by an administrator, rather than expired. No later token of it
 * will be accepted either.
 */
export const endedHeader = "x-session-ended";
