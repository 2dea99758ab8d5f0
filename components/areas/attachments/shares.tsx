"use client";
import { Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useAttachmentRights } from "@/components/resource/attachments/rights";
import { Assignments } from "@/components/resource/record/assignments";
import type { ResourceColumn } from "@/components/resource/table/columns";
import { lazyPart } from "@/components/shell/lazy-part";
import { Badge } from "@/components/ui/badge";
import { call } from "@/lib/client/api/client";
import { useFormat } from "@/lib/client/format";
import { contract } from "@/lib/contract";
import type { AttachmentShare } from "@/lib/contract/attachment-parts";
import type { AttachmentDetail } from "@/lib/contract/attachments";

const ShareDialog = lazyPart(() => import("./share-dialog"));

/** The links by which anybody can fetch the file, the key that sorts last first (AM-03). */
export function Shares({ attachment }: { attachment: AttachmentDetail }) {
  const t = useTranslations("attachments.shares");
  const share = useTranslations("attachments.share");
  const { mayShare, mayEndShares } = useAttachmentRights();
  const params = { attachmentId: attachment.attachmentId };
  return (
    <Assignments
      endpoint={contract.attachments.shares}
      params={params}
      label={t("title")}
      columns={useShareColumns()}
      idOf={({ attachmentShareId }) => attachmentShareId}
      nameOf={({ shareKey, sharedByUserName }) => shareKey || sharedByUserName}
      empty={{ icon: <Link2 />, title: t("none"), description: t("noneHint") }}
      areas={contract.attachments.removeShares.affects}
      add={
        mayShare
          ? {
              label: share("action"),
              picker: ({ onOpenChange }) => (
                <ShareDialog attachment={attachment} onClose={() => onOpenChange(false)} />
              ),
            }
          : undefined
      }
      remove={
        mayEndShares
          ? {
              label: t("remove"),
              question: (rows) => ({
                title: t("removeTitle", { count: rows.length }),
                description: t("removeLost"),
                confirmLabel: t("remove"),
              }),
              run: (rows) =>
                call(contract.attachments.removeShares, {
                  params,
                  query: { attachmentShareIds: rows.map(({ attachmentShareId }) => attachmentShareId) },
                }),
            }
          : undefined
      }
    />
  );
}

function useShareColumns(): ResourceColumn<AttachmentShare>[] {
  const t = useTranslations("attachments.shares");
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: "shareKey",
        header: t("key"),
        cell: ({ shareKey }) => <span className="font-mono text-xs">{shareKey || "–"}</span>,
        beside: ({ hasPassword, validUntil }) => (
          <>
            {Date.parse(validUntil) <= Date.now() && <Badge tone="warning">{t("over")}</Badge>}
            {hasPassword && <Badge>{t("password")}</Badge>}
          </>
        ),
        width: "@lg:w-[40%]",
      },
      { id: "validUntil", header: t("validUntil"), cell: ({ validUntil }) => format.dateTime(validUntil) },
      {
        id: "downloadCount",
        header: t("downloads"),
        cell: ({ downloadCount, maxDownloads }) =>
          maxDownloads === null
            ? format.number(downloadCount)
            : t("ofMost", { count: downloadCount, most: maxDownloads }),
        align: "end",
        from: "sm",
      },
      {
        id: "sharedByUserName",
        header: t("by"),
        cell: ({ sharedByUserName }) => sharedByUserName,
        from: "md",
      },
    ],
    [t, format],
  );
}
