import {
  CircleUser,
  Fingerprint,
  KeyRound,
  LockKeyhole,
  type LucideIcon,
  SlidersHorizontal,
} from "lucide-react";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { PermissionName } from "@/lib/contract/permissions";
import type { MessageKey } from "@/lib/i18n/message-key";
import type { PublicConfig } from "@/lib/public-config";

/** A part of "My account": a sub-tab, loaded when it is first shown. */
export interface AccountSection {
  /** The value of `tab` in the query. */
  id: string;
  label: MessageKey;
  icon: LucideIcon;
  permission?: PermissionName;
  /** Left out where the configuration has no use for it. */
  isOffered?: (config: PublicConfig) => boolean;
  Content: LazyExoticComponent<ComponentType>;
}

/** One line each, in the order of the sub-tabs (HO-04). */
export const accountSections: readonly AccountSection[] = [
  {
    id: "personal",
    label: "my-account.personal.title",
    icon: CircleUser,
    Content: lazy(() => import("./personal/personal-section")),
  },
  {
    id: "preferences",
    label: "my-account.preferences.title",
    icon: SlidersHorizontal,
    Content: lazy(() => import("./preferences/preferences-section")),
  },
  {
    id: "identity-providers",
    label: "my-account.identityProviders.title",
    icon: Fingerprint,
    Content: lazy(() => import("./identity-providers/identity-providers-section")),
  },
  {
    id: "password",
    label: "my-account.password.title",
    icon: LockKeyhole,
    isOffered: ({ authMode }) => authMode === "basic",
    Content: lazy(() => import("./password/password-section")),
  },
  {
    id: "api-keys",
    label: "api-keys.title",
    icon: KeyRound,
    Content: lazy(() => import("./api-keys-section")),
  },
];
