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
  const { code, message } = await bodyOf(response);
  if (response.status >= 502 && code !== "busySigningIn") return { kind: "unavailable" };
  return { kind: "failed", message };
}

async function bodyOf(response: Response): Promise<{ code?: string; message?: string }> {
  try {
    const body: Partial<Record<"code" | "message", unknown>> | null = await response.json();
    const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);
    return { code: textOf(body?.code), message: textOf(body?.message) };
  } catch {
    return {};
  }
}
