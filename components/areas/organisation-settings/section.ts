import type { LucideIcon } from "lucide-react";
import type { ComponentType, LazyExoticComponent } from "react";
import type { Guarded } from "@/lib/client/permissions";
import type { OrganisationSettings } from "@/lib/contract/organisation-settings";
import type { MessageKey } from "@/lib/i18n/message-key";
import type { PublicConfig } from "@/lib/public-config";

/** A part of the organisation's settings: a sub-tab, loaded when it is first shown. */
export interface OrganisationSection extends Guarded {
  /** The value of `tab` in the query. */
  id: string;
  label: MessageKey;
  icon: LucideIcon;
  /** Left out where the configuration has no use for it. */
  isOffered?: (config: PublicConfig) => boolean;
  Content: LazyExoticComponent<ComponentType<{ settings: OrganisationSettings }>>;
}
