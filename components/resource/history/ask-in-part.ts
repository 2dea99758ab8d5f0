"use client";
import { useTranslations } from "next-intl";
import { useConfirm } from "@/components/ui/confirm-dialog";
import type { ApiError } from "@/lib/client/api/error";

export type AskInPart = (refusal: ApiError) => Promise<boolean>;

/** Asks whether to restore partially, and lists the parts that cannot be restored. */
export function useAskInPart(): AskInPart {
  const t = useTranslations("resource.deleted.inPart");
  const confirm = useConfirm();
  return (refusal) => confirm({ title: t("title"), description: refusal.said, confirmLabel: t("confirm") });
}
