import { CircleUser, Fingerprint, KeyRound, LockKeyhole, SlidersHorizontal } from "lucide-react";
import { lazy } from "react";
import { extraSections } from "./extra-sections";
import type { AccountSection } from "./section";

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
    label: "my-account.identityProviders.tab",
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
  ...extraSections,
];
