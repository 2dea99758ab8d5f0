import { Quote } from "lucide-react";
import type { ViewSection } from "@/components/resource/record/view-sections";
import { lazyPart } from "@/components/shell/lazy-part";
import type { AttachmentDetail } from "@/lib/contract/attachments";

/**
 * Sections that an installation adds to an attachment, after the built-in ones (CF-04); docs/extending.md explains the example
 * here.
 */
export const extraSections: readonly ViewSection<{ attachment: AttachmentDetail }>[] = [
  {
    id: "reference",
    label: "attachments.reference.title",
    icon: Quote,
    isOffered: ({ productUrl }) => productUrl !== undefined,
    Content: lazyPart(() => import("./reference-section")),
  },
];
