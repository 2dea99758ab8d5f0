import { Paperclip } from "lucide-react";
import { Suspense } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import type { PermissionName } from "@/lib/contract/permissions";
import type { AttachedSectionProps } from "./attached-section";

const AttachedSection = lazyPart(() => import("./attached-section"));

interface AttachmentsTabProps extends AttachedSectionProps {
  /** Label of the tab. */
  label: string;
}

/** Sub-tab with the attachments of a record: one line in `SubTabs` (AM-02). */
export const attachmentsTab = ({ label, ...section }: AttachmentsTabProps) => ({
  id: "attachments",
  label,
  icon: Paperclip,
  permission: "AttachmentView" as PermissionName,
  content: (
    <Suspense fallback={<Skeleton className="m-6 h-72 rounded-lg" />}>
      <AttachedSection {...section} />
    </Suspense>
  ),
});
