import { decodeJwt } from "jose";
import { sameIssuer } from "./settings";

/**
 * Entra ID has addresses for the users of all directories, or of all of a kind. Their metadata has a placeholder in the
 * issuer; each token names its own directory, in the claim `tid`.
 */
const ofMany = /\/(?:common|organizations|consumers)(?=\/|$)/;
const placeholder = "{tenantid}";
const directory = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";

/** Matches no token. */
const nobodys = "https://nobody.invalid";

/** Whether a discovery document with this issuer belongs to the configured one. */
export function isDescribedAs(named: string, issuer: string): boolean {
  return sameIssuer(named, issuer) || sameIssuer(named, issuer.replace(ofMany, `/${placeholder}`));
}

/** The issuer that a token of a provider must name. */
export function issuerOfToken(named: string, token: string): string {
  if (!named.includes(placeholder)) return named;
  const { tid } = decodeJwt(token);
  const isDirectory = typeof tid === "string" && new RegExp(`^${directory}$`, "i").test(tid);
  return isDirectory ? named.replace(placeholder, tid) : nobodys;
}

/** Whether a token's issuer belongs to the configured provider. */
export function isIssuedUnder(issuer: string, named: string): boolean {
  if (sameIssuer(issuer, named) || !ofMany.test(issuer)) return sameIssuer(issuer, named);
  const [before = "", after = ""] = issuer.split(ofMany);
  const [start, end] = [`${before}/`, after.replace(/\/$/, "")];
  const rest = named.replace(/\/$/, "");
  if (!rest.startsWith(start) || !rest.endsWith(end)) return false;
  return new RegExp(`^${directory}$`, "i").test(rest.slice(start.length, rest.length - end.length));
}
