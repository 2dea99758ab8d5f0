import type { ReceivedCode } from "@/lib/contract/errors";
import { secondFactorHeader } from "@/lib/contract/second-factor-headers";
import { postJson } from "./post-json";

/** Result of a sign-in attempt. */
export type Outcome =
  | { kind: "signedIn" }
  | { kind: "wrongCredentials" }
  /** The password was right; a second factor completes the sign-in. */
  | { kind: "secondFactorNeeded"; factors: readonly string[] }
  /** The password was right; the organisation requires a second factor, which is set up first. */
  | { kind: "secondFactorSetupNeeded"; factors: readonly string[] }
  | { kind: "wrongSecondFactor" }
  | { kind: "signInStepOver" }
  | { kind: "wrongPasskey" }
  | { kind: "tooManyAttempts"; minutes: number }
  | { kind: "unavailable" }
  /** No response within {@link signInTimeout} milliseconds. */
  | { kind: "noAnswer" }
  | { kind: "failed"; message?: string };

export type Refusal = Exclude<Outcome, { kind: "signedIn" } | { factors: readonly string[] }>;

/** Milliseconds after which a stalled sign-in is aborted or restarted (AU-06). */
export const signInTimeout = 10_000;

/** Name and password, the code of the second step, the browser's response for a passkey, or a finished set-up. */
export type GivenProof =
  | { userName: string; password: string }
  | { code: string }
  | { passkey: object }
  | { isSetUp: true };

type Attempt = GivenProof & { prefix: string; language: string; signal: AbortSignal };

/** @throws {DOMException} named AbortError if `signal` was aborted */
export async function requestSignIn({ prefix, language, signal, ...given }: Attempt): Promise<Outcome> {
  const limit = new AbortController();
  const cancel = () => limit.abort();
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel);
  const timer = setTimeout(cancel, signInTimeout);
  try {
    const options = { language, signal: limit.signal };
    return await outcomeOf(await postJson(`${prefix}/api/auth/sign-in`, given, options));
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: limit.signal.aborted ? "noAnswer" : "unavailable" };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}

async function outcomeOf(response: Response): Promise<Outcome> {
  if (response.ok) return { kind: "signedIn" };
  if (response.status === 429) {
    const seconds = Number(response.headers.get("retry-after")) || 60;
    return { kind: "tooManyAttempts", minutes: Math.max(1, Math.ceil(seconds / 60)) };
  }
  const { code, message } = bodyOf(await response.text());
  if (response.status === 401) return refusedAs(code, response.headers);
  if (response.status >= 502 && code !== "busySigningIn") return { kind: "unavailable" };
  return { kind: "failed", message };
}

function refusedAs(code: ReceivedCode | undefined, headers: Headers): Outcome {
  switch (code) {
    case "secondFactorNeeded":
    case "secondFactorSetupNeeded":
      return { kind: code, factors: headers.get(secondFactorHeader)?.split(", ") ?? [] };
    case "wrongSecondFactor":
    case "signInStepOver":
    case "wrongPasskey":
      return { kind: code };
    default:
      return { kind: "wrongCredentials" };
  }
}

function bodyOf(text: string): { code?: ReceivedCode; message?: string } {
  try {
    const body: Partial<Record<"code" | "message", unknown>> | null = JSON.parse(text);
    const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
    return { code: textOf(body?.code) as ReceivedCode | undefined, message: textOf(body?.message) };
  } catch {
    return {};
  }
}
