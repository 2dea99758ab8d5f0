import { Tag } from "lucide-react";
import type { RecordKind } from "@/components/resource/records/kind";
import { contract } from "@/lib/contract";

export const attachmentStatus = {
  calls: contract["attachment-status"],
  view: "AttachmentStatusView",
  icon: Tag,
} as const satisfies RecordKind;
