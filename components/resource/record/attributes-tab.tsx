import { Tags } from "lucide-react";
import { Suspense } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Skeleton } from "@/components/ui/skeleton";
import type { PermissionName } from "@/lib/contract/permissions";
import type { AttributeSectionProps } from "../attributes/calls";

const AttributeSection = lazyPart(() => import("./attribute-section"));

interface AttributesTabProps extends AttributeSectionProps {
  /** Label of the tab. */
  label: string;
}

/** Sub-tab with the attributes of a record: one line in `SubTabs` (AA-03). */
export const attributesTab = ({ label, ...section }: AttributesTabProps) => ({
  id: "attributes",
  label,
  icon: Tags,
  permission: `${section.view}_AttributeSection` as PermissionName,
  content: (
    <Suspense fallback={<Skeleton className="m-6 h-40 max-w-[912px] rounded-lg" />}>
      <AttributeSection {...section} />
    </Suspense>
  ),
});
