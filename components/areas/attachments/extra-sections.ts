import { Quote } from "lucide-react";
import { lazyPart } from "@/components/loading/lazy-part";
import type { ViewSection } from "@/components/resource/record/view-sections";
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
