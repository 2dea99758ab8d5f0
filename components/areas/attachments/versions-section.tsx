"use client";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { downloadAddressOf } from "@/components/resource/attachments/addresses";
import { useAttachmentPermissions } from "@/components/resource/attachments/use-attachment-permissions";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { FileSize } from "@/components/resource/values/file-size";
import { buttonClass } from "@/components/ui/button";
import { tooltipAttributes } from "@/components/ui/tooltip";
import { useCapability } from "@/lib/client/api/capabilities";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import type { AttachmentVersion } from "@/lib/contract/attachment-parts";
import type { AttachmentDetail } from "@/lib/contract/attachments";
import { SectionTable } from "./section-table";

/** Versions of an attachment's file, for download (AM-05). */
export function VersionsSection({
  attachment: { attachmentId, fileType, syncVersion },
}: {
  attachment: AttachmentDetail;
}) {
  const t = useTranslations("attachments.versions");
  const { mayDownload } = useAttachmentPermissions();
  const isThere = useCapability("attachment-versions");
  const changes = useMemo<ColumnChanges<AttachmentVersion>>(
    () => ({
      syncVersion: {
        align: undefined,
        beside: ({ syncVersion, fileSize }) =>
          mayDownload &&
          fileSize !== null && <DownloadVersion attachmentId={attachmentId} version={syncVersion} />,
      },
      fileSize: { cell: ({ fileSize }) => <FileSize bytes={fileSize} /> },
    }),
    [mayDownload, attachmentId],
  );
  const columns = useListColumns(contract.attachments.versions, "attachments.versions", changes);
  // A link has versions only if it replaced a file.
  if (!isThere || (fileType === "Link" && syncVersion === 1)) return null;
  return (
    <SectionTable
      title={t("title")}
      none={t("none")}
      endpoint={contract.attachments.versions}
      attachmentId={attachmentId}
      columns={columns}
      idOf={({ syncVersion }) => String(syncVersion)}
      nameOf={({ syncVersion }) => `${t("fields.syncVersion")} ${syncVersion}`}
    />
  );
}

function DownloadVersion({ attachmentId, version }: { attachmentId: string; version: number }) {
  const t = useTranslations("attachments.versions");
  const { prefix } = usePublicConfig();
  return (
    <a
      href={downloadAddressOf(prefix, attachmentId, version)}
      download
      aria-label={t("download", { version })}
      {...tooltipAttributes("")}
      className={buttonClass({ variant: "ghost", size: "sm" })}
    >
      <Download aria-hidden="true" />
    </a>
  );
}
