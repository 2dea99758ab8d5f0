import { browserTimeZone } from "@/lib/preferences/time-zone";

/** How an attempt to sign in ended. */
export type Outcome =
  | { kind: "signedIn" }
  | { kind: "wrongCredentials" }
  | { kind: "tooManyAttempts"; minutes: number }
  | { kind: "unavailable" }
  | { kind: "failed"; message?: string };

interface Attempt {
  prefix: string;
  language: string;
  userName: string;
  password: string;
  signal: AbortSignal;
}

/** @throws {DOMException} named AbortError when `signal` was aborted */
export async function requestSignIn({ prefix, language, signal, ...credentials }: Attempt): Promise<Outcome> {
  let response: Response;
  try {
    response = await fetch(`${prefix}/api/session/sign-in`, {
      method: "POST",
      signal,
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        lang: language,
        timezone: browserTimeZone(),
        "x-csrf": "1",
      },
      body: JSON.stringify(credentials),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: "unavailable" };
  }
  if (response.ok) return { kind: "signedIn" };
  if (response.status === 401) return { kind: "wrongCredentials" };
  if (response.status === 429) {
    const seconds = Number(response.headers.get("retry-after")) || 60;
    return { kind: "tooManyAttempts", minutes: Math.max(1, Math.ceil(seconds / 60)) };
  }
  if (response.status >= 502) return { kind: "unavailable" };
  return { kind: "failed", message: await messageOf(response) };
}

async function messageOf(response: Response): Promise<string | undefined> {
  try {
    const body: unknown = await response.json();
    const message = body && typeof body === "object" && "message" in body ? body.message : undefined;
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
