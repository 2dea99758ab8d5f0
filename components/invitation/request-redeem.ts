import { parseApiError } from "@/lib/client/api/error";
import { signInPatience } from "@/lib/client/session/request-sign-in";
import type { contract } from "@/lib/contract";
import { addressOf } from "@/lib/contract/address";
import { browserTimeZone } from "@/lib/preferences/time-zone";

/** What uses an invitation up. */
export type RedeemCall = typeof contract.invitations.accept | typeof contract.invitations.join;

export interface RedeemBody {
  userName: string;
  password?: string;
}

/** How an attempt to use an invitation up ended. */
export type Outcome =
  | { kind: "accepted" }
  /** By field, in the language of the page. */
  | { kind: "faults"; faults: Readonly<Record<string, string>> }
  /** The link lets nobody in any more. */
  | { kind: "closed" }
  | { kind: "unavailable" }
  | { kind: "failed"; message: string };

interface Attempt {
  prefix: string;
  language: string;
  token: string;
  endpoint: RedeemCall;
  body: RedeemBody;
}

/** What gets no answer counts as unavailable after as long as a sign-in is waited for (AU-06). */
export async function requestRedeem({ prefix, language, token, endpoint, body }: Attempt): Promise<Outcome> {
  let response: Response;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), signInPatience);
  try {
    response = await fetch(`${prefix}/api${addressOf(endpoint, { params: { token } } as never)}`, {
      method: "POST",
      signal: limit.signal,
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        lang: language,
        timezone: browserTimeZone(),
        "x-csrf": "1",
      },
      body: JSON.stringify(body),
    });
  } catch {
    return { kind: "unavailable" };
  } finally {
    clearTimeout(timer);
  }
  if (response.ok) return { kind: "accepted" };
  if (response.status === 404 || response.status === 409) return { kind: "closed" };
  if (response.status >= 502) return { kind: "unavailable" };
  const error = parseApiError(response.status, await response.json().catch(() => null));
  if (error.fieldErrors.length === 0) return { kind: "failed", message: error.serverMessage };
  return {
    kind: "faults",
    faults: Object.fromEntries(
      error.fieldErrors.map(({ propertyName, errorMessage }) => [propertyName, errorMessage]),
    ),
  };
}
