"use client";
import { Copy, Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { reportError } from "@/components/errors/report-error";
import { lazyPart } from "@/components/loading/lazy-part";
import { useAttachmentPermissions } from "@/components/resource/attachments/use-attachment-permissions";
import type { ResourceColumn } from "@/components/resource/list/columns";
import { Assignments } from "@/components/resource/record/assignments";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/client/api/client";
import { serverNow } from "@/lib/client/api/server-clock";
import { copyText } from "@/lib/client/clipboard";
import { useFormat } from "@/lib/client/format";
import { contract } from "@/lib/contract";
import type { AttachmentShare } from "@/lib/contract/attachment-parts";
import type { AttachmentDetail } from "@/lib/contract/attachments";
import { useShareAddress } from "./share-address";

const ShareDialog = lazyPart(() => import("./share-dialog"));

/** Public links to the file, by key descending (AM-03). */
export function Shares({ attachment }: { attachment: AttachmentDetail }) {
  const t = useTranslations("attachments.shares");
  const share = useTranslations("attachments.share");
  const { mayShare, mayEndShares } = useAttachmentPermissions();
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
              title: ({ count }) => t("removeTitle", { count }),
              description: t("removeLost"),
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

function CopyLink({ address }: { address: string }) {
  const t = useTranslations("attachments.share");
  return (
    <IconButton
      size="sm"
      label={t("copy")}
      onClick={() =>
        copyText(address).then(
          () => toast.success(t("copied")),
          (error: unknown) => reportError(t("copyFailed"), error),
        )
      }
    >
      <Copy aria-hidden="true" />
    </IconButton>
  );
}

function useShareColumns(): ResourceColumn<AttachmentShare>[] {
  const t = useTranslations("attachments.shares");
  const format = useFormat();
  const addressOf = useShareAddress();
  return useMemo(
    () => [
      {
        id: "shareKey",
        header: t("key"),
        cell: ({ shareKey }) => (
          <span className="font-mono text-xs">{shareKey ? addressOf(shareKey) : "–"}</span>
        ),
        beside: ({ shareKey, hasPassword, validUntil, makerMayShare }) => (
          <>
            {shareKey && <CopyLink address={addressOf(shareKey)} />}
            {Date.parse(validUntil) <= serverNow() ? (
              <Badge tone="warning">{t("over")}</Badge>
            ) : (
              makerMayShare === false && <Badge tone="warning">{t("makerGone")}</Badge>
            )}
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
    [t, format, addressOf],
  );
}
