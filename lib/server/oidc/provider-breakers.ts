import { BoundedMap } from "../core/bounded-map";
import { CircuitBreaker } from "../core/circuit-breaker";
import { onePerProcess } from "../core/one-per-process";
import { ProviderError } from "./provider-error";

/** Milliseconds to wait for a retry, so that a short failure goes unnoticed. */
const timeout = 1_000;
const backOff = {
  provider: { first: 250, max: 5_000 },
  session: { first: 250, max: 15_000 },
} as const;

/** Limited, because there can be any number of failing sessions and providers. */
const maxKnown = 5_000;

const breakers = onePerProcess("token-requests", () => new BoundedMap<string, CircuitBreaker>(maxKnown));

function breakerOf(kind: keyof typeof backOff, name: string): CircuitBreaker {
  const known = breakers.get(`${kind} ${name}`) ?? new CircuitBreaker(backOff[kind]);
  breakers.set(`${kind} ${name}`, known);
  return known;
}

/** Errors that are not specific to the request (RFC 6749, sections 4.1.2.1 and 5.2). */
const clientErrors = [
  "invalid_client",
  "unauthorized_client",
  "server_error",
  "temporarily_unavailable",
  "slow_down",
];

/**
 * Calls a provider, unless it or the renewal of that session has just failed.
 * @param work calls the provider, and throws a {@link ProviderError}
 * @throws {CircuitOpenError} and errors of `work`
 */
export async function withProviderBreaker<T>(
  { issuer, clientId, sessionId }: { issuer: string; clientId: string; sessionId: string },
  work: () => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + timeout;
  const atProvider = () =>
    breakerOf("provider", `${issuer} ${clientId}`).run(work, {
      isFailure: (error) => error instanceof ProviderError && isClientError(error),
      timeout: Math.max(0, deadline - Date.now()),
    });
  return breakerOf("session", sessionId).run(atProvider, {
    isFailure: (error) => error instanceof ProviderError && error.code !== "invalid_grant",
    timeout,
  });
}

/** Whether the provider's last response was a failure: then users need not wait for further attempts. */
export function isSuspect(issuer: string, clientId: string): boolean {
  return breakerOf("provider", `${issuer} ${clientId}`).isSuspect;
}

/** Reports that the provider works again, so that waiting calls proceed. */
export function reportProviderUp(issuer: string, clientId: string): void {
  breakerOf("provider", `${issuer} ${clientId}`).reset();
}

function isClientError({ kind, code }: ProviderError): boolean {
  return kind !== "refused" || clientErrors.includes(code);
}
