import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/client/api/error";
import { logMessage } from "./log";

/**
 * Says an error in a toast and keeps it in the list behind the bell.
 * @param cause what was thrown, of which status, call and request id are kept
 */
export function reportError(text: string, cause?: unknown): void {
  keepError(text, cause);
  toast.error(text);
}

/** Keeps an error that is said elsewhere, such as by a view. */
export function keepError(text: string, cause?: unknown): void {
  if (cause instanceof ApiError) {
    const { status, requestId, failedCall } = cause;
    logMessage({ text, status, requestId, method: failedCall?.method, path: failedCall?.path });
  } else logMessage({ text });
}
