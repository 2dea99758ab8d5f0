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

/** Below the name of a file: extension or kind, and size; its status on a second line. */
export function AttachmentFacts({ attachment }: { attachment: FileWithStatus }) {
  const t = useTranslations("attachments");
  const language = useLocale();
  const { fileType, fileExtension, fileSize, attachmentStatusName, attachmentStatusColor } = attachment;
  const kind = fileExtension.toUpperCase() || t(`choices.fileType.${fileType}`);
  return (
    <span className="flex min-w-0 flex-col text-muted">
      <span className="truncate leading-5">
        {fileSize === null ? kind : t("content.facts", { kind, size: formatSize(fileSize, language) })}
      </span>
      {attachmentStatusName && (
        <StatusChip name={attachmentStatusName} colour={attachmentStatusColor ?? ""} />
      )}
    </span>
  );
}
