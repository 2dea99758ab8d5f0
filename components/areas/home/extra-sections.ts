import type { ComponentType } from "react";
import { lazyPart } from "@/components/shell/lazy-part";
import type { Guarded } from "@/lib/client/permissions";
import type { PublicConfig } from "@/lib/public-config";

/** A part of the home page, loaded once all else is there. */
interface HomeSection extends Guarded {
  id: string;
  /** Left out where the configuration has no use for it. */
  isOffered?: (config: PublicConfig) => boolean;
  Content: ComponentType;
}

/**
 * Sections that an installation adds to the home page, after the product's own (CF-04); docs/extending.md explains the one that is here
 * as an example.
 */
export const extraSections: readonly HomeSection[] = [
  {
    id: "figures",
    permission: ["UserView", "UserView_HistoryAction"],
    Content: lazyPart(() => import("./figures")),
  },
];
