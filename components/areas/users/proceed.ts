"use client";
import { useTranslations } from "next-intl";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { ApiError } from "@/lib/client/api/error";

/**
 * Makes a call that suppresses its first failure, asks the user, and repeats it with `isProceed` (US-02). Declining rejects like
 * an aborted call.
 */
export function useProceed() {
  const t = useTranslations("users.invite");
  const errorOccurred = useTranslations("common")("errorOccurred");
  const confirm = useConfirm();
  return async <Result>(send: (isProceed: boolean) => Promise<Result>): Promise<Result> => {
    try {
      return await send(false);
    } catch (error) {
      if (!mayBeRepeated(error)) throw error;
      const again = await confirm({
        title: t("resendTitle"),
        description: error.said || errorOccurred,
        confirmLabel: t("resend"),
      });
      if (!again) throw new DOMException("", "AbortError");
      return send(true);
    }
  };
}

/** False if a repeat would fail again: no response, not signed in, forbidden, invalid field, or reused idempotency key. */
function mayBeRepeated(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    ![0, 401, 403].includes(error.status) &&
    error.fieldErrors.length === 0 &&
    error.code !== "idempotencyKeyReused"
  );
}
