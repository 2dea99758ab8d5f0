import { createHash } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { errors, type JWTPayload } from "jose";
import { BoundedMap } from "@/lib/server/core/bounded-map";
import { whyUntrusted } from "@/lib/server/oidc/why-untrusted";
import type { OidcConfig } from "../config/config";
import { issuerOf } from "../config/issuer";
import { RequestError } from "../core/errors";
import { ProviderUnavailable } from "./ask-provider";
import { groupsOf } from "./groups";
import {
  authenticationTime,
  claimsOf,
  isAboutSubject,
  isAccessToken,
  isSamePerson,
  type Person,
  type PersonClaims,
  personOf,
  userNameOf,
  verifiedEmail,
} from "./person";
import { Provider } from "./provider";

interface Verified {
  person: Person;
  /** `Date.now()` until which a verified token is cached, never beyond its own expiry. */
  until: number;
  /** Whether its refusal has been recorded. */
  isRefusalRecorded?: boolean;
}

const rememberedFor = 60_000;
const maxRemembered = 10_000;
const pauseOfLog = 60_000;
const maxKinds = 1_000;

/** Access tokens of trusted identity providers; one cache per process. */
export class AccessTokens {
  private readonly providers = new Map<string, Provider>();
  private readonly verified = new BoundedMap<string, Verified>(maxRemembered);

  private readonly loggedAt = new Map<string, number>();

  constructor(
    readonly settings: OidcConfig,
    private readonly log?: Pick<FastifyBaseLogger, "warn">,
  ) {}

  /** A token's subject, if it was verified recently. */
  remembered(token: string, tenantIdentifier: string): Person | undefined {
    const found = this.verified.get(this.keyOf(token, tenantIdentifier));
    return found && found.until > Date.now() ? found.person : undefined;
  }

  /**
   * Verifies an access token and returns its subject.
   * @param tenantIdentifier of an existing tenant, which determines the provider
   * @throws {RequestError} 401 when it is invalid, 503 when its provider is unavailable
   */
  async verify(token: string, tenantIdentifier: string): Promise<Person> {
    try {
      const checked = await this.providerOf(tenantIdentifier).verify(token);
      const person = isAccessToken(checked) ? personOf(checked.payload) : undefined;
      if (!person) {
        this.warn(
          "kind",
          "a token is no access token, or does not say whose: its type, nonce, or sub is another",
        );
        throw untrusted();
      }
      person.groups = this.groupsIn(checked.payload, person);
      const until = Math.min(Date.now() + rememberedFor, (checked.payload.exp ?? 0) * 1000 + rememberedFor);
      this.verified.set(this.keyOf(token, tenantIdentifier), { person, until });
      return person;
    } catch (error) {
      throw this.answered(error, tenantIdentifier);
    }
  }

  /**
   * Adds the verified e-mail address, and for new users the names, when the access token lacks them: from the ID token that
   * came with it, else from the provider's user info.
   * @returns `refusal`, for the log, when the provider was asked and gave none
   * @throws {RequestError} 503 when the provider is unavailable
   */
  async withEmail(
    person: Person,
    { token, idToken }: { token: string; idToken?: string },
    tenantIdentifier: string,
  ): Promise<{ person: Person; refusal?: string }> {
    const isNamed = !this.settings.createUsers || isComplete(person.claims);
    if (person.email && isNamed) return { person };
    try {
      const provider = this.providerOf(tenantIdentifier);
      const fromIdToken = idToken && (await this.claimsIn(idToken, person, provider));
      if (fromIdToken && (person.email || verifiedEmail(fromIdToken)))
        return { person: completed(person, fromIdToken) };
      const answer = await provider.userInfo(token);
      if (!answer) return { person };
      if ("refusal" in answer) return { person, refusal: answer.refusal };
      // OpenID Connect Core 1.0, section 5.3.2: claims about another subject must not be used.
      if (!isAboutSubject(person, answer.claims))
        return { person, refusal: "user info is about someone else" };
      return { person: completed(person, answer.claims) };
    } catch (error) {
      throw this.answered(error, tenantIdentifier);
    }
  }

  /**
   * Adds the time of the sign-in when the access token lacks it, from the ID token that came with it, even an expired one: its
   * `auth_time`, or when it was issued; 0 for one that is invalid, or belongs to another user or client.
   * @throws {RequestError} 503 when the provider is unavailable
   */
  async withAuthenticationTime(person: Person, idToken: string, tenantIdentifier: string): Promise<Person> {
    if (person.authenticatedAt !== undefined) return person;
    try {
      const required = ["iss", "sub", "aud", "exp"];
      const claims = await this.providerOf(tenantIdentifier).signed(idToken, required, {
        mayBeExpired: true,
      });
      const isOfClient = person.client === undefined || [claims.aud].flat().includes(person.client);
      const isTheirs = isOfClient && isSamePerson(person, claims);
      const time = authenticationTime(claims) ?? (claims.iat ?? 0) * 1000;
      return { ...person, authenticatedAt: isTheirs ? time : 0 };
    } catch (error) {
      if (error instanceof errors.JOSEError) return { ...person, authenticatedAt: 0 };
      throw this.answered(error, tenantIdentifier);
    }
  }

  /** Claims of an ID token about the same subject, issued to any client. */
  private async claimsIn(
    idToken: string,
    person: Person,
    provider: Provider,
  ): Promise<JWTPayload | undefined> {
    try {
      const claims = await provider.signed(idToken, ["iss", "sub", "exp"]);
      return isSamePerson(person, claims) ? claims : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  private groupsIn(payload: JWTPayload, { issuer, client }: Person): Person["groups"] {
    const { roleClaim } = this.settings;
    if (!roleClaim) return undefined;
    const groups = groupsOf(payload, roleClaim);
    if (typeof groups !== "string") {
      // For some people that is usual, so that one message has to do.
      if (groups.isMissing)
        this.warn(
          `missing claim\n${issuer}\n${client}`,
          `a token of the client ${client ?? "(unnamed)"} lacks the claim ${roleClaim}: in web sessions that ends the roles of earlier groups`,
          Number.POSITIVE_INFINITY,
        );
      return groups;
    }
    const why = { tooMany: "names too many groups: send fewer of them", unusable: "names no usable group" };
    this.warn(groups, `a token ${why[groups]}; roles stay as they are`);
    return undefined;
  }

  /** The error for an invalid token or an unavailable provider; the reason goes to the log. */
  private answered(error: unknown, tenantIdentifier: string): unknown {
    const issuer = issuerOf(this.settings.issuer, tenantIdentifier);
    if (error instanceof errors.JOSEError) {
      this.warn(error.code, `an access token does not hold: ${whyUntrusted(error, issuer)}`);
      return untrusted();
    }
    if (!(error instanceof ProviderUnavailable)) return error;
    this.warn(issuer, `the provider cannot be asked: ${error.message}`);
    return new RequestError("providerUnavailable", { status: 503, headers: { "retry-after": "5" } });
  }

  /** Anyone can send tokens at any rate: logs one of each kind per minute. */
  private warn(kind: string, line: string, pause = pauseOfLog): void {
    const now = Date.now();
    if (now - (this.loggedAt.get(kind) ?? Number.NEGATIVE_INFINITY) < pause) return;
    if (this.loggedAt.size > maxKinds) this.loggedAt.clear();
    this.loggedAt.set(kind, now);
    this.log?.warn(line);
  }

  /** Whether a verified token is refused for the first time, as far as the cache remembers. */
  isFirstRefusal(token: string, tenantIdentifier: string): boolean {
    const found = this.verified.get(this.keyOf(token, tenantIdentifier));
    if (!found || found.isRefusalRecorded) return false;
    found.isRefusalRecorded = true;
    return true;
  }

  private providerOf(tenantIdentifier: string): Provider {
    const issuer = issuerOf(this.settings.issuer, tenantIdentifier);
    const provider = this.providers.get(issuer) ?? new Provider(issuer, this.settings.audience);
    this.providers.set(issuer, provider);
    return provider;
  }

  private keyOf(token: string, tenantIdentifier: string): string {
    const issuer = issuerOf(this.settings.issuer, tenantIdentifier);
    return createHash("sha256").update(`${issuer}\n${token}`).digest("base64");
  }
}

const isComplete = ({ firstName, lastName }: PersonClaims) => firstName !== "" || lastName !== "";

/** Adds claims that the access token lacks. */
function completed(person: Person, about: JWTPayload): Person {
  const claims = claimsOf(about);
  return {
    ...person,
    email: person.email ?? verifiedEmail(about),
    userName: person.userName === person.subject ? userNameOf(about, person.subject) : person.userName,
    claims: {
      ...(isComplete(person.claims) ? person.claims : claims),
      email: person.claims.email ?? claims.email,
      language: person.claims.language ?? claims.language,
    },
  };
}

/** RFC 6750, section 3. */
const untrusted = () =>
  new RequestError("unauthorized", {
    status: 401,
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });
