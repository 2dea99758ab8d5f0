"use client";
import { useLocale, useTranslations } from "next-intl";
import type { AttachmentRow } from "@/lib/contract/attachments";
import { formatSize } from "@/lib/format/size";
import { StatusChip } from "./status-chip";

type FileFields = Pick<AttachmentRow, "fileType" | "fileExtension" | "fileSize">;
type FileWithStatus = FileFields &
  Partial<Pick<AttachmentRow, "attachmentStatusName" | "attachmentStatusColor">>;

/** Kind, extension and size of a file. */
export function FileFacts({ attachment: { fileType, fileExtension, fileSize } }: { attachment: FileFields }) {
  const t = useTranslations("attachments");
  const language = useLocale();
  const kind = [t(`choices.fileType.${fileType}`), fileExtension.toUpperCase()].filter(Boolean).join(", ");
  return fileSize === null ? kind : t("content.facts", { kind, size: formatSize(fileSize, language) });
}

/** Kind and size of a file, and its status on a second line. */
export function AttachmentFacts({ attachment }: { attachment: FileWithStatus }) {
  const { attachmentStatusName, attachmentStatusColor } = attachment;
  return (
    <span className="flex min-w-0 flex-col text-muted">
      <span className="truncate leading-5">
        <FileFacts attachment={attachment} />
      </span>
      {attachmentStatusName && (
        <StatusChip name={attachmentStatusName} colour={attachmentStatusColor ?? ""} />
      )}
    </span>
  );
}
