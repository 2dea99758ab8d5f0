import type { JWTPayload, JWTVerifyResult } from "jose";

/** Who an access token was made for. */
export interface Person {
  issuer: string;
  subject: string;
  /** Which provider is behind the issuer. */
  identityProvider: string;
  /** Only one that the provider says it has verified. */
  email?: string;
  /** What the provider calls them. */
  userName: string;
  /** The provider's name of the sign-in that the token comes from, where it tells. */
  session?: string;
  /** Other names of the subject in the same token, as {@link isSamePerson} uses them. */
  aliases: { uid?: string; oid?: string; tid?: string };
}

/** Media types of access tokens: RFC 9068, and what providers write that do not follow it. */
const accessTokenTypes = ["at+jwt", "application/at+jwt", "jwt", "application/jwt"];

/** What Keycloak calls its other kinds of tokens. */
const otherKinds = ["id", "refresh", "offline", "logout"];

/**
 * Whether something that the provider signed is an access token. ID tokens are meant for the client that asked for them,
 * and logout tokens say who has left; each has claims that no access token has.
 */
export function isAccessToken({ protectedHeader, payload }: JWTVerifyResult): boolean {
  const type = protectedHeader.typ?.toLowerCase();
  if (type !== undefined && !accessTokenTypes.includes(type)) return false;
  if (payload.events !== undefined || otherKinds.includes(String(payload.typ ?? "").toLowerCase()))
    return false;
  const saysSo = type?.endsWith("at+jwt") || String(payload.typ ?? "").toLowerCase() === "bearer";
  if (saysSo) return true;
  if (["at_hash", "c_hash", "s_hash"].some((claim) => claim in payload)) return false;
  // authentik repeats the nonce in access tokens; what they are for, only these say (RFC 9068, section 2.2.3).
  return !("nonce" in payload) || "scope" in payload || "scp" in payload;
}

const longest = 255;

/** @returns undefined when the token does not say who it is for in a form that can be kept */
export function personOf(payload: JWTPayload): Person | undefined {
  const { iss: issuer, sub: subject } = payload;
  if (!issuer || !isName(subject)) return undefined;
  const email = verifiedEmail(payload);
  const userName = [payload.preferred_username, payload.email, payload.name, subject].find(isName) ?? subject;
  return {
    issuer,
    subject,
    identityProvider: identityProviderOf(payload),
    email,
    userName,
    session: textOf(payload.sid) ?? textOf(payload.auth_time),
    aliases: { uid: textOf(payload.uid), oid: textOf(payload.oid), tid: textOf(payload.tid) },
  };
}

/**
 * Whether what the same provider tells is of the person whom an access token was made for. Entra ID has another subject for
 * each application, and for all of them `oid` in the directory `tid`, which its issuer names.
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
 * As {@link isSamePerson}, of what was told for that very access token: Okta has the login as its subject, and what it calls
 * the subject elsewhere as `uid`.
 */
export function isToldOf(person: Pick<Person, "issuer" | "subject" | "aliases">, about: JWTPayload): boolean {
  return isSamePerson(person, about) || (isName(about.sub) && about.sub === person.aliases.uid);
}

/** How providers write that something is true. */
const truths: readonly unknown[] = [true, "true", 1, "1"];

/**
 * OpenID Connect Core 1.0, section 5.1. Entra ID does not have that claim: of addresses in a domain whose owner it knows it
 * says so by another one, where it is told to.
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

/** Brokers say which provider a person came through; otherwise it is the issuer itself. */
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
