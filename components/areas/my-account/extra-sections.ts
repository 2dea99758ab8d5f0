import { LifeBuoy } from "lucide-react";
import { lazy } from "react";
import type { ViewSection } from "@/components/resource/record/view-sections";

/**
 * Sections that an installation adds to "My account", after the built-in ones (CF-04); docs/extending.md explains the example
 * here.
 */
export const extraSections: readonly ViewSection[] = [
  {
    id: "help",
    label: "my-account.help.title",
    icon: LifeBuoy,
    isOffered: ({ productUrl }) => productUrl !== undefined,
    Content: lazy(() => import("./help/help-section")),
  },
];
