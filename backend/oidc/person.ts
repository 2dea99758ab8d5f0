import type { JWTPayload, JWTVerifyResult } from "jose";
import { type Language, languages } from "../../lib/preferences/preferences";
import { seenAsNothing } from "../../lib/validation/text";
import type { Groups } from "./groups";

/** The subject of an access token. */
export interface Person {
  issuer: string;
  subject: string;
  /** The provider behind the issuer. */
  identityProvider: string;
  /** Only an address verified by the provider. */
  email?: string;
  /** The provider's user name. */
  userName: string;
  /** The provider's id of the token's sign-in, if it sends one. */
  session?: string;
  /** When the user signed in at the provider, in milliseconds since 1970, if the token says so. */
  authenticatedAt?: number;
  /** The client that the token was issued to, if it says so. */
  client?: string;
  claims: PersonClaims;
  /** Undefined without `OIDC_ROLE_CLAIM`, and when that claim is unusable. */
  groups?: Groups;
  /** The party that acts for the person (RFC 8693, section 4.1). */
  actor?: string;
  /** Other names of the subject in the same token, as {@link isSamePerson} uses them. */
  aliases: { uid?: string; oid?: string; tid?: string };
}

/** Claims for a new user. */
export interface PersonClaims {
  /** Verified or not. */
  email?: string;
  firstName: string;
  lastName: string;
  /** Undefined for unsupported languages. */
  language?: Language;
}

/** Media types of access tokens: RFC 9068, and those of providers that do not follow it. */
const accessTokenTypes = ["at+jwt", "application/at+jwt", "jwt", "application/jwt"];

/** Keycloak's names for other kinds of tokens. */
const otherKinds = ["id", "refresh", "offline", "logout"];

/**
 * Whether a signed token is an access token. ID tokens are meant for the client that requested them, and logout tokens
 * name a user who signed out; each has claims that no access token has.
 */
export function isAccessToken({ protectedHeader, payload }: JWTVerifyResult): boolean {
  const type = protectedHeader.typ?.toLowerCase();
  if (type !== undefined && !accessTokenTypes.includes(type)) return false;
  if (payload.events !== undefined || otherKinds.includes(String(payload.typ ?? "").toLowerCase()))
    return false;
  const saysSo = type?.endsWith("at+jwt") || String(payload.typ ?? "").toLowerCase() === "bearer";
  if (saysSo) return true;
  if (["at_hash", "c_hash", "s_hash"].some((claim) => claim in payload)) return false;
  // authentik repeats the nonce in access tokens; only these have a scope (RFC 9068, section 2.2.3).
  return !("nonce" in payload) || "scope" in payload || "scp" in payload;
}

const longest = 255;

/** @returns undefined when the subject is missing or cannot be stored */
export function personOf(payload: JWTPayload): Person | undefined {
  const { iss: issuer, sub: subject } = payload;
  if (!issuer || !isName(subject)) return undefined;
  const email = verifiedEmail(payload);
  return {
    issuer,
    subject,
    identityProvider: identityProviderOf(payload),
    email,
    userName: userNameOf(payload, subject),
    claims: claimsOf(payload),
    actor:
      textOf((payload.act as { sub?: unknown } | undefined | null)?.sub)?.replace(seenAsNothing, "") ||
      undefined,
    session: textOf(payload.sid) ?? textOf(payload.auth_time),
    authenticatedAt: authenticationTime(payload),
    client: [payload.azp, payload.client_id, payload.cid, payload.appid].find(isName),
    aliases: { uid: textOf(payload.uid), oid: textOf(payload.oid), tid: textOf(payload.tid) },
  };
}

/** OpenID Connect Core 1.0, section 2, in milliseconds. */
export function authenticationTime({ auth_time: seconds }: JWTPayload): number | undefined {
  return typeof seconds === "number" ? seconds * 1000 : undefined;
}

/** The user name at the provider, which may be self-chosen. */
export const userNameOf = ({ preferred_username, email, name }: JWTPayload, subject: string): string =>
  [preferred_username, email, name].find(isName) ?? subject;

const maxNameLength = 100;

/** OpenID Connect Core 1.0, section 5.1. */
export function claimsOf({ email, given_name, family_name, name, locale }: JWTPayload): PersonClaims {
  const [firstName, lastName, fullName] = [given_name, family_name, name].map((value) =>
    isName(value) ? value.slice(0, maxNameLength).replace(seenAsNothing, "").trim() : "",
  ) as [string, string, string];
  const symbol = textOf(locale)?.split(/[-_]/)[0]?.toLowerCase();
  return {
    email: isName(email) ? email : undefined,
    firstName,
    lastName: lastName || (firstName ? "" : fullName),
    language: languages.find((language) => language === symbol),
  };
}

/**
 * Whether claims from the same provider are about the access token's subject. Entra ID uses a different subject for
 * each application, and for all of them `oid` in the directory `tid`, which its issuer contains.
 */
export function isSamePerson(
  { issuer, subject, aliases: { oid, tid } }: Pick<Person, "issuer" | "subject" | "aliases">,
  about: JWTPayload,
): boolean {
  if (!isName(about.sub)) return false;
  if (about.sub === subject) return true;
  const isDirectory = oid !== undefined && tid !== undefined && issuer.split("/").includes(tid);
  return isDirectory && about.oid === oid && about.tid === tid;
}

/**
 * Like {@link isSamePerson}, for claims obtained with that very access token: Okta uses the login as its subject, and
 * names the subject of other tokens `uid`.
 */
export function isAboutSubject(
  person: Pick<Person, "issuer" | "subject" | "aliases">,
  about: JWTPayload,
): boolean {
  return isSamePerson(person, about) || (isName(about.sub) && about.sub === person.aliases.uid);
}

/** The ways in which providers express true. */
const truths: readonly unknown[] = [true, "true", 1, "1"];

/**
 * OpenID Connect Core 1.0, section 5.1. Entra ID lacks that claim: if configured to, it marks addresses in verified
 * domains by another one.
 */
export function verifiedEmail(about: JWTPayload): string | undefined {
  const { email, email_verified: isVerified, xms_edov: isOfVerifiedDomain } = about;
  const counts = truths.includes(isVerified ?? isOfVerifiedDomain);
  return counts && isName(email) && email.includes("@") ? email : undefined;
}

const knownHosts: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)(microsoftonline\.com|live\.com|sts\.windows\.net)$/, "microsoft"],
  [/(^|\.)google\.com$/, "google"],
  [/(^|\.)apple\.com$/, "apple"],
];

/** Brokers name the provider behind them; otherwise it is the issuer itself. */
function identityProviderOf({ idp, identity_provider: provider, iss = "" }: JWTPayload): string {
  const named = [idp, provider].find(isName)?.toLowerCase();
  for (const name of ["microsoft", "google", "apple"]) if (named?.includes(name)) return name;
  if (named && !URL.canParse(named)) return named;
  const host = new URL(named ?? iss).hostname;
  return knownHosts.find(([pattern]) => pattern.test(host))?.[1] ?? host;
}

function isName(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value.length > 0 &&
    value.length <= longest &&
    !/[\p{Cc}\p{Surrogate}]/u.test(value)
  );
}

function textOf(value: unknown): string | undefined {
  return isName(value) ? value : typeof value === "number" ? String(value) : undefined;
}
