import { contract } from "@/lib/contract";
import { addressOf } from "@/lib/contract/address";
import { type AttachmentKind, wholeNameOf } from "@/lib/validation/attachment-files";

/** Attachment data needed to display it. */
export interface ShownAttachment {
  attachmentId: string;
  fileName: string;
  fileExtension: string;
  fileType: AttachmentKind;
  /** Bytes; null for a link. */
  fileSize: number | null;
  url: string;
  syncVersion: number;
}

/** Address of a rendition of an attachment; changes with its content (AT-04). */
export function shownAddressOf(
  prefix: string,
  form: "thumbnail" | "pdf" | "original" | "stream",
  attachment: ShownAttachment,
): string {
  const { attachmentId, syncVersion } = attachment;
  const params = { attachmentId, fileName: wholeNameOf(attachment), syncVersion: String(syncVersion) };
  return `${prefix}/api${addressOf(contract.attachments[form], { params })}`;
}

/** Download address of the current file or of a version. */
export function downloadAddressOf(prefix: string, attachmentId: string, syncVersion?: number): string {
  const { download, downloadVersion } = contract.attachments;
  const path =
    syncVersion === undefined
      ? addressOf(download, { params: { attachmentId } })
      : addressOf(downloadVersion, { params: { attachmentId, syncVersion: String(syncVersion) } });
  return `${prefix}/api${path}`;
}
