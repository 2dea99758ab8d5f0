import { createHash, hkdfSync, randomUUID } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";
import { decode, encode } from "next-auth/jwt";
import * as z from "zod";
import { BoundedMap } from "../bounded-map";
import { pack, unpack } from "./pack";

/** What the session cookie holds. It leaves this process only encrypted. */
export interface Session {
  /**
   * The access token: base64 of `userName:secret` in basic mode (AU-02), else the provider's. Never goes to the browser
   * in clear. Empty when the tokens are kept in the session store.
   */
  accessToken: string;
  /** Identifier of the tenant that was signed in to; empty while multi-tenancy is off. */
  tenant: string;
  /** Unique to one sign-in. */
  id: string;
  /** When it was signed in to, of `Date.now()`. */
  began: number;
  /** Set when an OpenID provider has vouched for the user. */
  oidc?: ProviderSession;
}

export interface ProviderSession {
  refreshToken?: string;
  idToken?: string;
  /** When the access token ends, in seconds since 1970. */
  expires: number;
  /** How long the access token lasts in all, in seconds. */
  lifetime: number;
  /** How often the tokens were renewed: of two cookies of a session the one with more is right. */
  generation: number;
  issuer: string;
  subject: string;
  /** The provider's name for its own session, the claim `sid`. */
  providerSession?: string;
  /** The sign-in that has made it and those that were under way beside it: they end together. */
  signIns?: string[];
  /** When this was sealed, of `Date.now()`. */
  sealedAt: number;
}

export interface Sealing {
  secret: string;
  /** What the cookie is good for; it goes into the key, so that it is void anywhere else. */
  binding: string;
}

const basicContents = z.object({
  accessToken: z.string().min(1),
  tenant: z.string(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
});

const providerContents = z.object({
  tenant: z.string(),
  id: z.string().min(1),
  began: z.number(),
  until: z.number(),
  expires: z.number(),
  lifetime: z.number(),
  generation: z.number(),
  issuer: z.string(),
  subject: z.string(),
  providerSession: z.string().optional(),
  signIns: z.array(z.string()).optional(),
  sealedAt: z.number(),
});

/** The id of a new session. */
export const newSessionId = () => randomUUID();

/**
 * Encrypts a session of basic mode as next-auth does (JWE, dir, A256GCM).
 * @param maxAge seconds
 */
export function seal(
  session: Pick<Session, "accessToken" | "tenant">,
  { secret, binding, maxAge }: Sealing & { maxAge: number },
): Promise<string> {
  return encode({ token: { ...session }, secret, salt: binding, maxAge });
}

// Tells the two kinds apart, and is authenticated like all of the header.
const header = { alg: "dir", enc: "A256GCM", cty: "hub" };
const packedHeader = `${Buffer.from(JSON.stringify(header)).toString("base64url")}.`;

/**
 * Encrypts a session with tokens of a provider, which are large: they are compressed first, which next-auth's way has no
 * place for.
 * @param until milliseconds since 1970
 */
export async function sealTokens(
  { accessToken, oidc, ...rest }: Session & { oidc: ProviderSession },
  { secret, binding, until }: Sealing & { until: number },
): Promise<string> {
  const { refreshToken = "", idToken = "", ...about } = oidc;
  const fields = [JSON.stringify({ ...rest, ...about, until }), accessToken, refreshToken, idToken];
  return sealFields(fields, { secret, binding });
}

/** Texts, compressed and encrypted; what is good for how long is the caller's to put in. */
export function sealFields(fields: readonly string[], { secret, binding }: Sealing): Promise<string> {
  return new CompactEncrypt(pack(fields)).setProtectedHeader(header).encrypt(keyFor(secret, binding));
}

/** What {@link sealFields} made; undefined when it was tampered with or sealed for something else. */
export async function openFields(
  sealed: string,
  { secret, binding }: Sealing,
): Promise<string[] | undefined> {
  try {
    const { plaintext } = await compactDecrypt(sealed, keyFor(secret, binding), {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: ["A256GCM"],
    });
    return unpack(plaintext);
  } catch {
    return undefined;
  }
}

interface Opened {
  session: Session;
  /** Of `Date.now()`. */
  until: number;
}

// Deriving the key and decrypting takes longer than all the rest of forwarding a small request.
const opened = new BoundedMap<string, Opened>(5000);

/** The session in a sealed text; undefined when it was tampered with, sealed for something else, or is over. */
export async function open(sealed: string, sealing: Sealing): Promise<Session | undefined> {
  const key = createHash("sha256").update(`${sealing.binding}\n${sealed}`).digest("base64");
  const known = opened.get(key) ?? (await decrypt(sealed, sealing));
  if (!known || known.until <= Date.now()) return undefined;
  opened.set(key, known);
  return known.session;
}

async function decrypt(sealed: string, sealing: Sealing): Promise<Opened | undefined> {
  try {
    return sealed.startsWith(packedHeader)
      ? await openTokens(sealed, sealing)
      : await openBasic(sealed, sealing);
  } catch {
    return undefined;
  }
}

async function openBasic(sealed: string, { secret, binding }: Sealing): Promise<Opened> {
  const given = basicContents.parse(await decode({ token: sealed, secret, salt: binding }));
  const { accessToken, tenant, jti, iat, exp } = given;
  return { session: { accessToken, tenant, id: jti, began: iat * 1000 }, until: exp * 1000 };
}

async function openTokens(sealed: string, sealing: Sealing): Promise<Opened> {
  const [about = "", accessToken = "", refreshToken = "", idToken = ""] =
    (await openFields(sealed, sealing)) ?? [];
  const { tenant, id, began, until, ...rest } = providerContents.parse(JSON.parse(about));
  const oidc = { ...rest, refreshToken: refreshToken || undefined, idToken: idToken || undefined };
  return { session: { accessToken, tenant, id, began, oidc }, until };
}

const keys = new Map<string, Uint8Array>();
const maxKeys = 5000;

function keyFor(secret: string, binding: string): Uint8Array {
  const name = `${binding}\n${secret}`;
  const known = keys.get(name);
  if (known) return known;
  const key = new Uint8Array(hkdfSync("sha256", secret, binding, "Hub session of a provider", 32));
  if (keys.size >= maxKeys) keys.clear();
  keys.set(name, key);
  return key;
}
