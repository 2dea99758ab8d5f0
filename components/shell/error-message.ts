import { ApiError } from "@/lib/client/api/error";

interface Texts {
  /** The request's own text. */
  own?: string;
  unauthorized: string;
  fallback: string;
}

/** What to say of a failed request (ER-02): undefined for a cancelled one, of which nothing is said. */
export function errorMessage(error: unknown, { own, unauthorized, fallback }: Texts): string | undefined {
  if (error instanceof Error && (error.name === "AbortError" || error.name === "CancelledError"))
    return undefined;
  if (!(error instanceof ApiError)) return own || fallback;
  if (error.status === 403) return unauthorized;
  return own || error.said || fallback;
}
