"use client";
import { Download } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { downloadAddressOf } from "@/components/resource/attachments/addresses";
import { useAttachmentPermissions } from "@/components/resource/attachments/use-attachment-permissions";
import type { ResourceColumn } from "@/components/resource/list/columns";
import { buttonClass } from "@/components/ui/button";
import { useCapability } from "@/lib/client/api/capabilities";
import { useFormat } from "@/lib/client/format";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import type { AttachmentVersion } from "@/lib/contract/attachment-parts";
import type { AttachmentDetail } from "@/lib/contract/attachments";
import { formatSize } from "@/lib/format/size";
import { SectionTable } from "./section-table";

/** Versions of an attachment's file, for download (AM-05). */
export function VersionsSection({
  attachment: { attachmentId, fileType, syncVersion },
}: {
  attachment: AttachmentDetail;
}) {
  const t = useTranslations("attachments.versions");
  const size = useTranslations("attachments.fields")("fileSize");
  const language = useLocale();
  const format = useFormat();
  const { prefix } = usePublicConfig();
  const { mayDownload } = useAttachmentPermissions();
  const isThere = useCapability("attachment-versions");
  const columns = useMemo<ResourceColumn<AttachmentVersion>[]>(
    () => [
      {
        id: "syncVersion",
        header: t("version"),
        cell: ({ syncVersion }) => format.number(syncVersion),
        beside: mayDownload
          ? ({ syncVersion, fileSize }) =>
              fileSize !== null && (
                <a
                  href={downloadAddressOf(prefix, attachmentId, syncVersion)}
                  download
                  aria-label={t("download", { version: syncVersion })}
                  className={buttonClass({ variant: "ghost", size: "sm" })}
                >
                  <Download aria-hidden="true" />
                </a>
              )
          : undefined,
      },
      { id: "fileSize", header: size, cell: ({ fileSize }) => formatSize(fileSize, language), align: "end" },
      { id: "createdOn", header: t("when"), cell: ({ createdOn }) => format.dateTime(createdOn), from: "sm" },
      { id: "createdBy", header: t("who"), cell: ({ createdBy }) => createdBy, from: "md" },
    ],
    [t, size, language, format, prefix, mayDownload, attachmentId],
  );
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
      nameOf={({ syncVersion }) => `${t("version")} ${syncVersion}`}
    />
  );
}
