import { setTimeout as wait } from "node:timers/promises";
import {
  createLocalJWKSet,
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
import { askProvider, ProviderUnavailable } from "./ask-provider";
import { type UserInfo, userInfoIn } from "./user-info";

/** Milliseconds after which keys are read again, after which they are not trusted any more, and between two readings. */
const freshFor = 10 * 60_000;
const usableFor = 24 * 60 * 60_000;
const pause = 1_000;

const address = z.url({ protocol: /^https?$/ });

/** What of OpenID Connect Discovery 1.0, section 3, is used here. */
const metadataSchema = z.object({
  issuer: z.string(),
  jwks_uri: address,
  userinfo_endpoint: address.optional().catch(undefined),
  /** How AD FS names itself in access tokens. */
  access_token_issuer: z.string().min(1).optional().catch(undefined),
});
type Metadata = z.output<typeof metadataSchema>;

const keySetSchema = z.object({ keys: z.array(z.unknown()) });
const keySchema = z.looseObject({ kty: z.string() });

interface Known {
  metadata: Metadata;
  keys: ReturnType<typeof createLocalJWKSet>;
  /** When it was asked for, of `Date.now()`. */
  askedAt: number;
}

/** One identity provider, with its keys as they were last read. */
export class Provider {
  private known?: Known;
  private reading?: Promise<Known>;
  private lastAskedAt = 0;

  constructor(
    private readonly issuer: string,
    private readonly audience: string,
  ) {}

  /**
   * The header and claims of a token that the provider signed for this API and that is in its time.
   * @throws {errors.JOSEError} when it is not
   * @throws {ProviderUnavailable} when there is no key to tell by
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
    // Providers sign with a new key as soon as they have it. What is read from now on must have it, or nobody has.
    let renewed = await this.read();
    if (renewed.askedAt < came) renewed = await this.read();
    return verifyWith(renewed, token, optionsFor(renewed));
  }

  /**
   * What the provider tells of the person that a token was made for; undefined when it has no place to be asked.
   * @throws {ProviderUnavailable}
   */
  async userInfo(token: string): Promise<UserInfo | undefined> {
    const { metadata } = await this.current();
    const { userinfo_endpoint: place } = metadata;
    if (!place) return undefined;
    return userInfoIn(await askProvider(place, token), token, (jwt) => this.signed(jwt, []));
  }

  /**
   * The claims of something that the provider has signed for whomever.
   * @throws {errors.JOSEError} when it has not, or another time than now is meant
   * @throws {ProviderUnavailable} when there is no key to tell by
   */
  async signed(jwt: string, requiredClaims: string[]): Promise<JWTPayload> {
    const { payload } = await this.verifiedBy(jwt, ({ metadata }) => ({
      // User info need not name its issuer (OpenID Connect Core 1.0, section 5.3.2).
      ...(requiredClaims.includes("iss") && { issuer: issuerOfToken(metadata.issuer, jwt) }),
      requiredClaims,
    }));
    return payload;
  }

  /** As last read; read anew meanwhile when that is a while ago, so that a provider that is away keeps nobody out. */
  private async current(): Promise<Known> {
    const age = this.known ? Date.now() - this.known.askedAt : Number.POSITIVE_INFINITY;
    if (!this.known || age > usableFor) return this.read();
    if (age > freshFor) this.read().catch(() => {});
    return this.known;
  }

  /** Of many who ask at once one does; and however many unknown keys are named, the provider is asked now and then only. */
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
  const { body } = await askProvider(place);
  const read = metadataSchema.safeParse(body);
  if (!read.success) throw new ProviderUnavailable(`${place} describes no provider.`);
  if (!isDescribedAs(read.data.issuer, issuer))
    throw new ProviderUnavailable(`${place} describes another provider, ${read.data.issuer}.`);
  return read.data;
}

async function readKeys(place: string): Promise<JSONWebKeySet> {
  const { body } = await askProvider(place);
  const read = keySetSchema.safeParse(body);
  if (!read.success) throw new ProviderUnavailable(`${place} has no keys.`);
  // One that cannot be understood is no reason not to use the others (RFC 7517, section 5).
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
