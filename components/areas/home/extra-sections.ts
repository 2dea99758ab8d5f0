import type { ComponentType } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import type { Guarded } from "@/lib/client/permissions";
import type { PublicConfig } from "@/lib/installation/public-config";

/** Section of the home page, loaded after the others. */
interface HomeSection extends Guarded {
  id: string;
  /** Whether the configuration offers the section. */
  isOffered?: (config: PublicConfig) => boolean;
  Content: ComponentType;
}

/**
 * Sections that an installation adds to the home page, after the built-in ones (CF-04); docs/extending.md explains the example
 * here.
 */
export const extraSections: readonly HomeSection[] = [
  {
    id: "figures",
    permission: ["UserView", "UserView_HistoryAction"],
    Content: lazyPart(() => import("./figures")),
  },
];
