import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/client/api/error";
import { logMessage } from "./log";

/**
 * Shows an error in a toast and adds it to the list of the bell.
 * @param cause the thrown error, which provides status, call and request id
 */
export function reportError(text: string, cause?: unknown): void {
  logError(text, cause);
  toast.error(text);
}

/** Adds an error to the list that is shown elsewhere, such as in a view. */
export function logError(text: string, cause?: unknown): void {
  if (cause instanceof ApiError) {
    const { status, requestId, failedCall } = cause;
    logMessage({ text, status, requestId, method: failedCall?.method, path: failedCall?.path });
  } else logMessage({ text });
}
