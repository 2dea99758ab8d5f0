"use client";
import { useTranslations } from "next-intl";
import { useAttachmentRights } from "@/components/resource/attachments/rights";
import type { RecordRemoval } from "@/components/resource/records/delete-records";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import { contract } from "@/lib/contract";

const named = 5;

/** Deletes attachments; what is used somewhere only after saying where (AM-02). */
export function useAttachmentRemoval(): RecordRemoval {
  const t = useTranslations("attachments");
  const confirm = useConfirm();
  const { isOff, seesRelations } = useAttachmentRights();

  const usersOf = async (attachmentId: string): Promise<string[]> => {
    const query = { pageLimit: named };
    const { list } = await call(contract.attachments.relations, { params: { attachmentId }, query });
    return list.map(({ name }) => name);
  };

  return {
    isOff: isOff("Delete"),
    run: async (records) => {
      const attachments = records as readonly { attachmentId: string }[];
      const attachmentIds = attachments.map(({ attachmentId }) => attachmentId);
      const remove = (isProceed?: true) =>
        call(contract.attachments.remove, { query: { attachmentIds, isProceed } });
      try {
        return await remove();
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "attachmentInUse")) throw error;
        const [only] = attachmentIds;
        const names = only && attachmentIds.length === 1 && seesRelations ? await usersOf(only) : [];
        const goesOn = await confirm({
          title: t("inUse.title", { count: attachmentIds.length }),
          description: error.said,
          details: names.length > 0 && (
            <ul className="list-disc pl-5 text-sm">
              {names.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          ),
          confirmLabel: t("inUse.confirm"),
          danger: true,
        });
        if (!goesOn) throw new DOMException("", "AbortError");
        return remove(true);
      }
    },
  };
}
