import { createHash, hkdfSync, randomUUID } from "node:crypto";
import { CompactEncrypt, compactDecrypt } from "jose";
import { decode, encode } from "next-auth/jwt";
import * as z from "zod";
import { secretsOf } from "../config/secret-list";
import { BoundedMap } from "../core/bounded-map";
import { pack, unpack } from "./pack";

/** Contents of the session cookie. Leaves this process only encrypted. */
export interface Session {
  /**
   * The access token: base64 of `userName:secret` in basic mode (AU-02), else the provider's. Never reaches the browser
   * unencrypted. Empty if the tokens are in the session store.
   */
  accessToken: string;
  /** Identifier of the tenant; empty while multi-tenancy is off. */
  tenant: string;
  /** Unique to one sign-in. */
  id: string;
  /** Time of the sign-in, comparable to `Date.now()`. */
  began: number;
  /** Set if the user signed in through an OpenID provider. */
  oidc?: ProviderSession;
}

export interface ProviderSession {
  refreshToken?: string;
  idToken?: string;
  /** End of the access token, in seconds since 1970. */
  expires: number;
  /** Total lifetime of the access token, in seconds. */
  lifetime: number;
  /** Number of renewals: of two cookies of a session, the higher one wins. */
  generation: number;
  issuer: string;
  subject: string;
  /** The provider's own session id, the claim `sid`. */
  providerSession?: string;
  /** The sign-in that created this session and those pending beside it: they end together. */
  signIns?: string[];
  /** Time of sealing, comparable to `Date.now()`. */
  sealedAt: number;
}

export interface Sealing {
  /** The current secret, and earlier ones that only unseal, see `secretsOf`. */
  secret: string;
  /** Purpose of the cookie; part of the key, so that the cookie is invalid elsewhere. */
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

/** Creates a session id. */
export const newSessionId = () => randomUUID();

/**
 * Encrypts a basic-mode session as next-auth does (JWE, dir, A256GCM).
 * @param maxAge seconds
 */
export function seal(
  session: Pick<Session, "accessToken" | "tenant">,
  { secret, binding, maxAge }: Sealing & { maxAge: number },
): Promise<string> {
  return encode({ token: { ...session }, secret: secretsOf(secret)[0], salt: binding, maxAge });
}

// Distinguishes the two kinds; authenticated with the rest of the header.
const header = { alg: "dir", enc: "A256GCM", cty: "hub" };
const encodedHeader = `${Buffer.from(JSON.stringify(header)).toString("base64url")}.`;

/**
 * Encrypts a session with a provider's tokens, compressed because of their size, which next-auth's format cannot do.
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

/** Compresses and encrypts texts; the caller adds an expiry. */
export function sealFields(fields: readonly string[], { secret, binding }: Sealing): Promise<string> {
  return new CompactEncrypt(pack(fields))
    .setProtectedHeader(header)
    .encrypt(keyFor(secretsOf(secret)[0], binding));
}

/** Opens the result of {@link sealFields}; undefined if altered or sealed for another purpose. */
export async function openFields(
  sealed: string,
  { secret, binding }: Sealing,
): Promise<string[] | undefined> {
  for (const each of secretsOf(secret))
    try {
      const { plaintext } = await compactDecrypt(sealed, keyFor(each, binding), {
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      });
      return unpack(plaintext);
    } catch {
      // Altered, or sealed with another secret.
    }
  return undefined;
}

interface Opened {
  session: Session;
  /** Comparable to `Date.now()`. */
  until: number;
}

// Cached, because deriving the key and decrypting cost more than forwarding a small request.
const opened = new BoundedMap<string, Opened>(5000);

/** Opens a sealed session; undefined if it was altered, sealed for another purpose, or is over. */
export async function open(sealed: string, sealing: Sealing): Promise<Session | undefined> {
  const key = createHash("sha256").update(`${sealing.binding}\n${sealed}`).digest("base64");
  const known = opened.get(key) ?? (await decrypt(sealed, sealing));
  if (!known || known.until <= Date.now()) return undefined;
  opened.set(key, known);
  return known.session;
}

async function decrypt(sealed: string, sealing: Sealing): Promise<Opened | undefined> {
  const openSealed = sealed.startsWith(encodedHeader) ? openTokens : openBasic;
  for (const secret of secretsOf(sealing.secret))
    try {
      return await openSealed(sealed, { ...sealing, secret });
    } catch {
      // Altered, or sealed with another secret.
    }
  return undefined;
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
