import type { ComponentType } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import type { Guarded } from "@/lib/client/permissions";
import type { Capability } from "@/lib/contract/endpoint";
import type { PublicConfig } from "@/lib/installation/public-config";

/** Section of the home page. */
export interface HomeSection extends Guarded {
  id: string;
  /** Above the built-in sections instead of below them, where it is loaded after them. */
  isFirst?: true;
  /** Capability that the server must offer; for first sections only. */
  capability?: Capability;
  /** Whether the configuration offers the section. */
  isOffered?: (config: PublicConfig) => boolean;
  Content: ComponentType;
}

/** Sections that an installation adds to the home page (CF-04); docs/extending.md explains the example here. */
export const extraSections: readonly HomeSection[] = [
  {
    id: "figures",
    isFirst: true,
    capability: "figures",
    permission: ["UserView", "UserView_HistoryAction"],
    Content: lazyPart(() => import("./figures")),
  },
];
