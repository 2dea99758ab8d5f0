import { Package } from "lucide-react";
import { lazy } from "react";
import type { ViewSection } from "@/components/resource/record/view-sections";
import type { OrganisationSettings } from "@/lib/contract/organisation-settings";

/**
 * Sections that an installation adds to the organisation's settings, after the built-in ones (CF-04); docs/extending.md explains
 * the example here.
 */
export const extraSections: readonly ViewSection<{ settings: OrganisationSettings }>[] = [
  {
    id: "product",
    label: "organisation-settings.product.title",
    icon: Package,
    isOffered: ({ productUrl }) => productUrl !== undefined,
    Content: lazy(() => import("./product-section")),
  },
];
