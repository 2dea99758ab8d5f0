"use client";
import { useFormatter, useTranslations } from "next-intl";
import { useAttachmentPermissions } from "@/components/resource/attachments/use-attachment-permissions";
import type { RecordRemoval } from "@/components/resource/record/delete-records";
import { useConfirm } from "@/components/ui/confirm-dialog";
import { useCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { ApiError } from "@/lib/client/api/error";
import { contract } from "@/lib/contract";
import { maxNamed } from "@/lib/contract/attachment-parts";

/** Maximum number of files with listed uses. */
const maxListed = 10;

/** Deletes attachments; for those in use, the confirmation lists where (AM-02). */
export function useAttachmentRemoval(): RecordRemoval {
  const t = useTranslations("attachments");
  const format = useFormatter();
  const confirm = useConfirm();
  const canListUses = useCapability("attachment-uses");
  const { isOff, seesRelations } = useAttachmentPermissions();

  const placesOf = async (attachmentIds: string[]): Promise<string[]> => {
    const [only] = attachmentIds;
    if (only && attachmentIds.length === 1) {
      const query = { pageLimit: maxNamed };
      const { list } = await call(contract.attachments.relations, { params: { attachmentId: only }, query });
      return list.flatMap(({ name }) => name || []);
    }
    if (!canListUses) return [];
    const uses = await call(contract.attachments.uses, { query: { attachmentIds } });
    const lines = uses.slice(0, maxListed).map(({ fileName, count, names }) => {
      const others = count - names.length;
      const more = t(names.length > 0 ? "inUse.more" : "inUse.places", { count: others });
      return t("inUse.file", { name: fileName, places: format.list(others > 0 ? [...names, more] : names) });
    });
    return uses.length > maxListed
      ? [...lines, t("inUse.moreFiles", { count: uses.length - maxListed })]
      : lines;
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
        const places = seesRelations ? await placesOf(attachmentIds) : [];
        const goesOn = await confirm({
          title: t("inUse.title"),
          description: error.said,
          details: places.length > 0 && (
            <ul className="list-disc break-words pl-5 text-sm">
              {[...new Set(places)].map((place) => (
                <li key={place}>{place}</li>
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
