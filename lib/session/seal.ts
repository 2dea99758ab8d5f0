import { createHash } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import * as z from "zod";

/** What the session cookie holds. It leaves this process only encrypted. */
export interface Session {
  /** The access token of basic mode: base64 of `userName:secret` (AU-02). Never goes to the browser in clear. */
  accessToken: string;
  /** Identifier of the tenant that was signed in to; empty while multi-tenancy is off. */
  tenant: string;
  /** Unique to one sign-in. */
  id: string;
}

const contents = z.object({
  accessToken: z.string().min(1),
  tenant: z.string(),
  jti: z.string(),
  exp: z.number(),
});

/**
 * Encrypts as next-auth does (JWE, dir, A256GCM), so that a session which next-auth's own handlers made can be
 * read here and the other way round.
 * @param binding what the cookie is good for; it goes into the key, so that it is void anywhere else
 * @param maxAge seconds
 */
export function seal(
  session: Omit<Session, "id">,
  { secret, binding, maxAge }: { secret: string; binding: string; maxAge: number },
): Promise<string> {
  return encode({ token: { ...session }, secret, salt: binding, maxAge });
}

interface Opened {
  session: Session;
  /** Seconds since 1970. */
  expires: number;
}

// Deriving the key and decrypting takes longer than all the rest of forwarding a small request.
const opened = new Map<string, Opened>();
const mostOpened = 5000;

/** The session in a sealed text; undefined when it was tampered with, sealed for something else, or is over. */
export async function open(
  sealed: string,
  { secret, binding }: { secret: string; binding: string },
): Promise<Session | undefined> {
  const key = createHash("sha256").update(`${binding}\n${sealed}`).digest("base64");
  const known = opened.get(key) ?? (await decrypt(sealed, secret, binding));
  if (!known || known.expires <= Date.now() / 1000) return undefined;
  opened.delete(key);
  opened.set(key, known);
  const [oldest] = opened.keys();
  if (opened.size > mostOpened && oldest) opened.delete(oldest);
  return known.session;
}

async function decrypt(sealed: string, secret: string, salt: string): Promise<Opened | undefined> {
  try {
    const { accessToken, tenant, jti, exp } = contents.parse(await decode({ token: sealed, secret, salt }));
    return { session: { accessToken, tenant, id: jti }, expires: exp };
  } catch {
    return undefined;
  }
}
