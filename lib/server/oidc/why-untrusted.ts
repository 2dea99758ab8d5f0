import { errors } from "jose";
import { clockDifference } from "./clock";
import { printable } from "./provider-error";

const times = ["exp", "nbf", "iat"];

/**
 * Explains for the log why a token is invalid: the claim that differs, or the clock skew.
 * @param issuer provider to compare clocks with
 */
export function whyUntrusted(error: unknown, issuer: string): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired))
    return message;
  const { claim, payload } = error;
  if (times.includes(claim)) return `${message}; ${describeClocks(payload.iat, issuer)}`;
  const given = payload[claim];
  return given === undefined ? message : `${message}: it is ${printable(JSON.stringify(given), [], 200)}`;
}

function describeClocks(issuedAt: unknown, issuer: string): string {
  const ahead = clockDifference(issuer);
  const reason =
    ahead === undefined ? "the provider does not tell the time" : `the provider's clock is ${seconds(ahead)}`;
  if (typeof issuedAt !== "number") return reason;
  return `${reason}, and the token was issued ${Math.round(Date.now() / 1000 - issuedAt)} s ago by ours`;
}

function seconds(ahead: number): string {
  if (ahead === 0) return "the same as ours";
  return `${Math.abs(ahead)} s ${ahead > 0 ? "ahead of" : "behind"} ours`;
}
