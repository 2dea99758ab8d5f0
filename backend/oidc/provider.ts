import { setTimeout as wait } from "node:timers/promises";
import {
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from "jose";
import * as z from "zod";
import { clockSkew, tokenAlgorithms } from "@/lib/contract/token-signatures";
import { askProvider, ProviderUnavailable } from "./ask-provider";
import { isSameIssuer } from "./issuer";

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
});
type Metadata = z.output<typeof metadataSchema>;

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

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
  async verify(token: string): Promise<JWTVerifyResult> {
    const came = Date.now();
    const known = await this.current();
    try {
      return await verifyWith(known, token, this.audience);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    // Providers sign with a new key as soon as they have it. What is read from now on must have it, or nobody has.
    let renewed = await this.read();
    if (renewed.askedAt < came) renewed = await this.read();
    return verifyWith(renewed, token, this.audience);
  }

  /**
   * What the provider tells of the person that a token was made for; undefined when it tells nothing.
   * @throws {ProviderUnavailable}
   */
  async userInfo(token: string): Promise<JWTPayload | undefined> {
    const { metadata } = await this.current();
    if (!metadata.userinfo_endpoint) return undefined;
    const { status, body } = await askProvider(metadata.userinfo_endpoint, token);
    return status === 200 && typeof body === "object" && body !== null ? (body as JWTPayload) : undefined;
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
  if (!isSameIssuer(read.data.issuer, issuer))
    throw new ProviderUnavailable(`${place} describes another provider, ${read.data.issuer}.`);
  return read.data;
}

async function readKeys(place: string): Promise<JSONWebKeySet> {
  const { body } = await askProvider(place);
  const read = keySetSchema.safeParse(body);
  if (!read.success) throw new ProviderUnavailable(`${place} has no keys.`);
  return read.data as JSONWebKeySet;
}

async function verifyWith({ metadata, keys }: Known, token: string, audience: string) {
  const options: JWTVerifyOptions = {
    issuer: metadata.issuer,
    audience,
    algorithms: tokenAlgorithms,
    clockTolerance: clockSkew,
    requiredClaims: ["sub", "exp"],
  };
  try {
    return await jwtVerify(token, keys, options);
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) return verifyWithAny(error, token, options);
    if (error instanceof errors.JOSEError) throw error;
    throw new ProviderUnavailable("A key of the provider cannot be used.", { cause: error });
  }
}

/** A token that does not name its key, of a provider that has several. */
async function verifyWithAny(
  candidates: errors.JWKSMultipleMatchingKeys,
  token: string,
  options: JWTVerifyOptions,
) {
  for await (const key of candidates) {
    try {
      return await jwtVerify(token, key, options);
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}
