import { parseApiError } from "@/lib/client/api/error";
import { postJson } from "./post-json";
import { type Refusal, signInTimeout } from "./request-sign-in";

/** Why a call of the set-up of a second factor failed. */
export class SetUpRefusal extends Error {
  constructor(readonly refusal: Refusal) {
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
  const response = await postJson(`${prefix}/api/auth/set-up`, body, { language, signal }).catch(() => {
    throw new SetUpRefusal({ kind: signal.aborted ? "noAnswer" : "unavailable" });
  });
  const given: unknown = await response.json().catch(() => undefined);
  // A response may end within its body.
  if (response.ok && given) return given as SetUpResponse;
  const { code, said, fieldErrors } = parseApiError(response.status, given);
  if (code === "signInStepOver") throw new SetUpRefusal({ kind: code });
  if (response.ok || response.status >= 502) throw new SetUpRefusal({ kind: "unavailable" });
  const isWrongCode = fieldErrors.some(({ propertyName }) => propertyName === "code");
  throw new SetUpRefusal(isWrongCode ? { kind: "wrongSecondFactor" } : { kind: "failed", message: said });
}
