"use client";
import { Copy, Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { reportError } from "@/components/errors/report-error";
import { lazyPart } from "@/components/loading/lazy-part";
import { useAttachmentPermissions } from "@/components/resource/attachments/use-attachment-permissions";
import { Assignments } from "@/components/resource/record/assignments";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
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

const columns: ColumnChanges<AttachmentShare> = {
  shareKey: {
    cell: (share) => <ShareAddress share={share} />,
    beside: (share) => <ShareState share={share} />,
    width: "@lg:w-[40%]",
  },
  downloadCount: { cell: (share) => <DownloadCount share={share} /> },
};

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
      columns={useListColumns(contract.attachments.shares, "attachments.shares", columns)}
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

function ShareAddress({ share: { shareKey } }: { share: AttachmentShare }) {
  const addressOf = useShareAddress();
  return <span className="font-mono text-xs">{shareKey ? addressOf(shareKey) : "–"}</span>;
}

function ShareState({ share }: { share: AttachmentShare }) {
  const t = useTranslations("attachments.shares");
  const addressOf = useShareAddress();
  const { shareKey, hasPassword, validUntil, makerMayShare } = share;
  return (
    <>
      {shareKey && <CopyLink address={addressOf(shareKey)} />}
      {Date.parse(validUntil) <= serverNow() ? (
        <Badge tone="warning">{t("over")}</Badge>
      ) : (
        makerMayShare === false && <Badge tone="warning">{t("makerGone")}</Badge>
      )}
      {hasPassword && <Badge>{t("password")}</Badge>}
    </>
  );
}

function DownloadCount({ share: { downloadCount, maxDownloads } }: { share: AttachmentShare }) {
  const t = useTranslations("attachments.shares");
  const format = useFormat();
  return maxDownloads === null
    ? format.number(downloadCount)
    : t("ofMost", { count: downloadCount, most: maxDownloads });
}
