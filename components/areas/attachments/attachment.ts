import { Paperclip } from "lucide-react";
import type { RecordKind } from "@/components/resource/record/kind";
import { contract } from "@/lib/contract";

export const attachment = {
  calls: contract.attachments,
  view: "AttachmentView",
  icon: Paperclip,
} as const satisfies RecordKind;
