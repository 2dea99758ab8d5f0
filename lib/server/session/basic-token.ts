/**
 * RFC 7617: base64 of user-id, colon, password in UTF-8. The access token of basic mode has the same form, with the API's
 * secret instead of the password (AU-02).
 */
export function basicToken(userName: string, secret: string): string {
  return Buffer.from(`${userName}:${secret}`, "utf8").toString("base64");
}
