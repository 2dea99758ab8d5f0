import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { Guarded } from "@/lib/client/permissions";
import type { AttachmentDetail } from "@/lib/contract/attachments";
import type { MessageKey } from "@/lib/i18n/message-key";
import type { PublicConfig } from "@/lib/public-config";

/** A part of an attachment's view: a sub-tab, loaded when it is first shown. */
export interface AttachmentSection extends Guarded {
  /** The value of `tab` in the query. */
  id: string;
  label: MessageKey;
  icon: LucideIcon;
  /** Left out where the configuration has no use for it. */
  isOffered?: (config: PublicConfig) => boolean;
  Content: ComponentType<{ attachment: AttachmentDetail }>;
}
