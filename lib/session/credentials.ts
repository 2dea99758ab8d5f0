import * as z from "zod";

/** What the login form sends. */
export const credentialsSchema = z.object({
  userName: z.string().trim().min(1).max(200),
  password: z.string().min(1).max(1000),
});
export type Credentials = z.output<typeof credentialsSchema>;

/**
 * RFC 7617: base64 of user-id, colon, password in UTF-8. The access token of basic mode is made the same way, with
 * the secret that the API answered in place of the password (AU-02).
 */
export function basicToken(userName: string, secret: string): string {
  return Buffer.from(`${userName}:${secret}`, "utf8").toString("base64");
}
