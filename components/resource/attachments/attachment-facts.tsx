"use client";
import { useLocale, useTranslations } from "next-intl";
import type { AttachmentRow } from "@/lib/contract/attachments";
import { formatSize } from "@/lib/format/size";
import { StatusChip } from "./status-chip";

type FactsOf = Pick<AttachmentRow, "fileType" | "fileExtension" | "fileSize"> &
  Partial<Pick<AttachmentRow, "attachmentStatusName" | "attachmentStatusColor">>;

/** Kind and size of a file on one line, with its status. */
export function AttachmentFacts({ attachment }: { attachment: FactsOf }) {
  const t = useTranslations("attachments");
  const language = useLocale();
  const { fileType, fileExtension, fileSize, attachmentStatusName, attachmentStatusColor } = attachment;
  const kind = [t(`choices.fileType.${fileType}`), fileExtension.toUpperCase()].filter(Boolean).join(", ");
  return (
    <span className="flex min-w-0 items-center justify-between gap-2 text-muted">
      <span className="truncate">
        {fileSize === null ? kind : t("content.facts", { kind, size: formatSize(fileSize, language) })}
      </span>
      {attachmentStatusName && (
        <StatusChip name={attachmentStatusName} colour={attachmentStatusColor ?? ""} />
      )}
    </span>
  );
}
