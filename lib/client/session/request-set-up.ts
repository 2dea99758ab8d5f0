import { parseApiError } from "@/lib/client/api/error";
import { browserTimeZone } from "@/lib/preferences/time-zone";
import { type Refusal, signInTimeout } from "./request-sign-in";

/** Why a call of the set-up of a second factor failed. */
export class SetUpRefusal extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly isWrongCode = false,
  ) {
    super(refusal.kind);
  }
}

interface SetUpResponse {
  secret: string;
  address: string;
  recoveryCodes: readonly string[];
}

/**
 * Calls the set-up of a second factor that the organisation requires at sign-in (AU-11).
 * @returns the part of the response that the body asks for
 * @throws {SetUpRefusal}
 */
export async function requestSetUp(
  { prefix, language }: { prefix: string; language: string },
  body: object,
): Promise<SetUpResponse> {
  const signal = AbortSignal.timeout(signInTimeout);
  const response = await fetch(`${prefix}/api/auth/set-up`, {
    method: "POST",
    signal,
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      lang: language,
      timezone: browserTimeZone(),
      "x-csrf": "1",
    },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new SetUpRefusal({ kind: signal.aborted ? "noAnswer" : "unavailable" });
  });
  const given: unknown = await response.json().catch(() => undefined);
  if (response.ok) return given as SetUpResponse;
  const { code, said, fieldErrors } = parseApiError(response.status, given);
  if (code === "signInStepOver") throw new SetUpRefusal({ kind: code });
  if (response.status >= 502) throw new SetUpRefusal({ kind: "unavailable" });
  throw new SetUpRefusal(
    { kind: "failed", message: said },
    fieldErrors.some(({ propertyName }) => propertyName === "code"),
  );
}
