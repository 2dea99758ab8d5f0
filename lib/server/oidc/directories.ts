import { decodeJwt } from "jose";
import { sameIssuer } from "../config/oidc-settings";

/**
 * Entra ID has addresses for the users of every directory, or every directory of a kind. Their metadata has a placeholder in the
 * issuer; each token names its own directory, in the claim `tid`.
 */
const multiDirectoryPath = /\/(?:common|organizations|consumers)(?=\/|$)/;
const placeholder = "{tenantid}";
const directory = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}";

/** Matches no token. */
const unmatchedIssuer = "https://nobody.invalid";

/** Whether a discovery document with this issuer belongs to the configured one. */
export function isDescribedAs(metadataIssuer: string, issuer: string): boolean {
  return (
    sameIssuer(metadataIssuer, issuer) ||
    sameIssuer(metadataIssuer, issuer.replace(multiDirectoryPath, `/${placeholder}`))
  );
}

/** The issuer that a token of a provider must name. */
export function issuerOfToken(metadataIssuer: string, token: string): string {
  if (!metadataIssuer.includes(placeholder)) return metadataIssuer;
  const { tid } = decodeJwt(token);
  const isDirectory = typeof tid === "string" && new RegExp(`^${directory}$`, "i").test(tid);
  return isDirectory ? metadataIssuer.replace(placeholder, tid) : unmatchedIssuer;
}

/** Whether a token's issuer belongs to the configured provider. */
export function isIssuedUnder(issuer: string, metadataIssuer: string): boolean {
  if (sameIssuer(issuer, metadataIssuer) || !multiDirectoryPath.test(issuer))
    return sameIssuer(issuer, metadataIssuer);
  const [before = "", after = ""] = issuer.split(multiDirectoryPath);
  const [start, end] = [`${before}/`, after.replace(/\/$/, "")];
  const rest = metadataIssuer.replace(/\/$/, "");
  if (!rest.startsWith(start) || !rest.endsWith(end)) return false;
  return new RegExp(`^${directory}$`, "i").test(rest.slice(start.length, rest.length - end.length));
}
