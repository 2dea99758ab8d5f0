import { ApiError } from "@/lib/client/api/error";

interface Texts {
  /** Specific message of the request. */
  own?: string;
  unauthorized: string;
  fallback: string;
}

/** Returns the message for a failed request (ER-02); undefined if it was cancelled. */
export function errorMessage(error: unknown, { own, unauthorized, fallback }: Texts): string | undefined {
  if (error instanceof Error && (error.name === "AbortError" || error.name === "CancelledError"))
    return undefined;
  if (!(error instanceof ApiError)) return own || fallback;
  // A caller who declined to confirm the session is authorized.
  if (error.status === 403 && error.code !== "confirmationNeeded") return unauthorized;
  return own || error.said || fallback;
}
