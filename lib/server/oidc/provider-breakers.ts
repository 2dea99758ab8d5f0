import { BoundedMap } from "../bounded-map";
import { CircuitBreaker } from "../circuit-breaker";
import { ProviderError } from "./provider-error";

/** Within so many milliseconds a further attempt is waited for, so that a hiccup is not noticed. */
const timeout = 1_000;
const backOff = {
  provider: { first: 250, max: 5_000 },
  session: { first: 250, max: 15_000 },
} as const;

/** Sessions whose renewal fails, and providers: any number of both can be named. */
const maxKnown = 5_000;

// The listener on incoming requests and the pages are bundled apart, so they share this through the global object.
const key = Symbol.for("hub.token-requests");
const shared = globalThis as typeof globalThis & { [key]?: Map<string, CircuitBreaker> };

function breakerOf(kind: keyof typeof backOff, name: string): CircuitBreaker {
  shared[key] ??= new BoundedMap(maxKnown);
  const breakers = shared[key];
  const known = breakers.get(`${kind} ${name}`) ?? new CircuitBreaker(backOff[kind]);
  breakers.set(`${kind} ${name}`, known);
  return known;
}

/** Refusals that are not about what was asked for (RFC 6749, sections 4.1.2.1 and 5.2). */
const ofEverybody = [
  "invalid_client",
  "unauthorized_client",
  "server_error",
  "temporarily_unavailable",
  "slow_down",
];

/**
 * Asks a provider on behalf of nobody who waits for it, and not while it, or the renewal of that session, has just failed.
 * @param work asks the provider, and throws a {@link ProviderError}
 * @throws {CircuitOpenError} and what `work` throws
 */
export async function withProviderBreaker<T>(
  { issuer, clientId, sessionId }: { issuer: string; clientId: string; sessionId: string },
  work: () => Promise<T>,
): Promise<T> {
  const giveUp = Date.now() + timeout;
  const atProvider = () =>
    breakerOf("provider", `${issuer} ${clientId}`).run(work, {
      isFailure: (error) => error instanceof ProviderError && isOfEverybody(error),
      timeout: Math.max(0, giveUp - Date.now()),
    });
  return breakerOf("session", sessionId).run(atProvider, {
    isFailure: (error) => error instanceof ProviderError && error.code !== "invalid_grant",
    timeout,
  });
}

/** Whether the provider has failed last: then nobody needs to wait for what is tried now. */
export function isSuspect(issuer: string, clientId: string): boolean {
  return breakerOf("provider", `${issuer} ${clientId}`).isSuspect;
}

/** The provider has just answered somebody as it should: whoever waits for it need not wait any longer. */
export function providerWorks(issuer: string, clientId: string): void {
  breakerOf("provider", `${issuer} ${clientId}`).reset();
}

function isOfEverybody({ kind, code }: ProviderError): boolean {
  return kind !== "refused" || ofEverybody.includes(code);
}
