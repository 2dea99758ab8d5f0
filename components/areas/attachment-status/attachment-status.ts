import { Tag } from "lucide-react";
import { nameOfRecord, type RecordKind } from "@/components/resource/record/kind";
import { contract } from "@/lib/contract";
import type { AttachmentStatusRow } from "@/lib/contract/attachment-status";

export const attachmentStatus = {
  calls: contract["attachment-status"],
  view: "AttachmentStatusView",
  icon: Tag,
} as const satisfies RecordKind;

/** In the user's language if it has a translation. */
export const nameOfStatus = (status: AttachmentStatusRow) => nameOfRecord(attachmentStatus.calls, status);
