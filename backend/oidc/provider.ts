import { setTimeout as wait } from "node:timers/promises";
import {
  createLocalJWKSet,
  decodeJwt,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyOptions,
  type JWTVerifyResult,
} from "jose";
import * as z from "zod";
import { clockSkew, tokenAlgorithms } from "@/lib/contract/token-signatures";
import { isDescribedAs, issuerOfToken } from "@/lib/server/oidc/directories";
import { verifyByKeys } from "@/lib/server/oidc/verify-by-keys";
import { callProvider, ProviderUnavailable } from "./ask-provider";
import { type UserInfo, userInfoIn } from "./user-info";

/** Milliseconds until keys are refreshed, until they are no longer trusted, and between two reads. */
const freshFor = 10 * 60_000;
const usableFor = 24 * 60 * 60_000;
const pause = 1_000;

const address = z.url({ protocol: /^https?$/ });

/** The parts of OpenID Connect Discovery 1.0, section 3, used here. */
const metadataSchema = z.object({
  issuer: z.string(),
  jwks_uri: address,
  userinfo_endpoint: address.optional().catch(undefined),
  /** The issuer that AD FS puts into access tokens. */
  access_token_issuer: z.string().min(1).optional().catch(undefined),
});
type Metadata = z.output<typeof metadataSchema>;

const keySetSchema = z.object({ keys: z.array(z.unknown()) });
const keySchema = z.looseObject({ kty: z.string() });

interface Known {
  metadata: Metadata;
  keys: ReturnType<typeof createLocalJWKSet>;
  /** `Date.now()` of the request. */
  askedAt: number;
}

/** One identity provider, with its cached keys. */
export class Provider {
  private known?: Known;
  private reading?: Promise<Known>;
  private lastAskedAt = 0;

  constructor(
    private readonly issuer: string,
    private readonly audience: string,
  ) {}

  /**
   * The header and claims of a valid token that the provider signed for this API.
   * @throws {errors.JOSEError} when it is invalid
   * @throws {ProviderUnavailable} without a key to verify it
   */
  verify(token: string): Promise<JWTVerifyResult> {
    return this.verifiedBy(token, ({ metadata: { issuer, access_token_issuer: other = issuer } }) => ({
      issuer: [issuerOfToken(issuer, token), other],
      audience: this.audience,
      requiredClaims: ["iss", "sub", "exp"],
    }));
  }

  private async verifiedBy(
    token: string,
    optionsFor: (known: Known) => JWTVerifyOptions,
  ): Promise<JWTVerifyResult> {
    const came = Date.now();
    const known = await this.current();
    try {
      return await verifyWith(known, token, optionsFor(known));
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    // Providers sign with a new key as soon as they publish it. A fresh read must contain it, or the token is invalid.
    let renewed = await this.read();
    if (renewed.askedAt < came) renewed = await this.read();
    return verifyWith(renewed, token, optionsFor(renewed));
  }

  /**
   * The provider's claims about a token's subject; undefined when it has no user info endpoint.
   * @throws {ProviderUnavailable}
   */
  async userInfo(token: string): Promise<UserInfo | undefined> {
    const { metadata } = await this.current();
    const { userinfo_endpoint: place } = metadata;
    if (!place) return undefined;
    return userInfoIn(await callProvider(place, token), token, (jwt) => this.signed(jwt, []));
  }

  /**
   * The claims of any JWT that the provider has signed.
   * @throws {errors.JOSEError} when the signature is invalid, or it is not valid now, unless it may be expired
   * @throws {ProviderUnavailable} without a key to verify it
   */
  async signed(jwt: string, requiredClaims: string[], { mayBeExpired = false } = {}): Promise<JWTPayload> {
    // Checks it as of its last second; the signature covers that time.
    const currentDate = mayBeExpired ? new Date(((decodeJwt(jwt).exp ?? 0) - 1) * 1000) : undefined;
    const { payload } = await this.verifiedBy(jwt, ({ metadata }) => ({
      // User info need not name its issuer (OpenID Connect Core 1.0, section 5.3.2).
      ...(requiredClaims.includes("iss") && { issuer: issuerOfToken(metadata.issuer, jwt) }),
      requiredClaims,
      currentDate,
    }));
    return payload;
  }

  /** The cached keys; refreshed in the background after a while, so that an unavailable provider locks no one out. */
  private async current(): Promise<Known> {
    const age = this.known ? Date.now() - this.known.askedAt : Number.POSITIVE_INFINITY;
    if (!this.known || age > usableFor) return this.read();
    if (age > freshFor) this.read().catch(() => {});
    return this.known;
  }

  /** Concurrent callers share one read, and unknown keys cause reads only at intervals. */
  private read(): Promise<Known> {
    this.reading ??= this.readNow().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async readNow(): Promise<Known> {
    const rest = this.lastAskedAt + pause - Date.now();
    if (rest > 0) await wait(rest);
    const askedAt = Date.now();
    this.lastAskedAt = askedAt;
    const metadata = await readMetadata(this.issuer);
    const keys = createLocalJWKSet(await readKeys(metadata.jwks_uri));
    this.known = { metadata, keys, askedAt };
    return this.known;
  }
}

async function readMetadata(issuer: string): Promise<Metadata> {
  const place = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const { body } = await callProvider(place);
  const read = metadataSchema.safeParse(body);
  if (!read.success) throw new ProviderUnavailable(`${place} describes no provider.`);
  if (!isDescribedAs(read.data.issuer, issuer))
    throw new ProviderUnavailable(`${place} describes another provider, ${read.data.issuer}.`);
  return read.data;
}

async function readKeys(place: string): Promise<JSONWebKeySet> {
  const { body } = await callProvider(place);
  const read = keySetSchema.safeParse(body);
  if (!read.success) throw new ProviderUnavailable(`${place} has no keys.`);
  // A key that cannot be parsed does not invalidate the others (RFC 7517, section 5).
  return { keys: read.data.keys.filter((key) => keySchema.safeParse(key).success) } as JSONWebKeySet;
}

async function verifyWith({ keys }: Known, token: string, given: JWTVerifyOptions) {
  const options = { algorithms: tokenAlgorithms, clockTolerance: clockSkew, ...given };
  try {
    return await verifyByKeys(token, keys, options);
  } catch (error) {
    if (error instanceof errors.JOSEError) throw error;
    throw new ProviderUnavailable("A key of the provider cannot be used.", { cause: error });
  }
}
