import { type LucideIcon, SlidersHorizontal } from "lucide-react";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { PermissionName } from "@/lib/contract/permissions";
import type { MessageKey } from "@/lib/i18n/message-key";

/** A part of "My account": a sub-tab, loaded when it is first shown. */
export interface AccountSection {
  /** The value of `tab` in the query. */
  id: string;
  label: MessageKey;
  icon: LucideIcon;
  permission?: PermissionName;
  Content: LazyExoticComponent<ComponentType>;
}

/** One line each, in the order of the sub-tabs (HO-04). */
export const accountSections: readonly AccountSection[] = [
  {
    id: "preferences",
    label: "my-account.preferences.title",
    icon: SlidersHorizontal,
    Content: lazy(() => import("./preferences/preferences-section")),
  },
];
