"use client";
import { useTranslations } from "next-intl";
import type { RecordRemoval } from "@/components/resource/record/delete-records";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import { contract } from "@/lib/contract";

/** Deletes attributes; the confirmation mentions existing values. */
export function useAttributeRemoval(): RecordRemoval {
  const t = useTranslations("attributes.inUse");
  const confirm = useConfirm();
  return {
    run: async (records) => {
      const attributeIds = (records as readonly { attributeId: string }[]).map(
        ({ attributeId }) => attributeId,
      );
      const remove = (isProceed?: true) =>
        call(contract.attributes.remove, { query: { attributeIds, isProceed } });
      try {
        return await remove();
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "attributeInUse")) throw error;
        const goesOn = await confirm({
          title: t("title"),
          description: error.said,
          confirmLabel: t("confirm"),
          danger: true,
        });
        if (!goesOn) throw new DOMException("", "AbortError");
        return remove(true);
      }
    },
  };
}
