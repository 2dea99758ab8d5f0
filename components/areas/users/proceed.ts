"use client";
import { useTranslations } from "next-intl";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { ApiError } from "@/lib/client/api/error";

/**
 * Makes a call whose first failure is silent and asks whether to go on, which the second call then says by `isProceed` (US-02).
 * Who would rather not is told nothing more: it ends as a call that was aborted.
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

/**
 * Not where the same would fail alike: without an answer, not signed in, not allowed, with a field to be mended, or for a key
 * that was used for something else.
 */
function mayBeRepeated(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    ![0, 401, 403].includes(error.status) &&
    error.fieldErrors.length === 0 &&
    error.code !== "idempotencyKeyReused"
  );
}
