"use client";

import {
  CircleUser,
  EyeOff,
  Fingerprint,
  KeyRound,
  MonitorSmartphone,
  ShieldCheck,
  SlidersHorizontal,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useEffect } from "react";
import { EditScopeProvider } from "@/components/resource/form/edit-scope";
import { useSectionTabs, type ViewSection } from "@/components/resource/record/view-sections";
import { Avatar } from "@/components/ui/avatar";
import { EmptyState } from "@/components/ui/empty-state";
import { SubTabs } from "@/components/ui/sub-tabs";
import { Truncate } from "@/components/ui/truncate";
import { ViewSkeleton } from "@/components/ui/view-skeleton";
import { ownAvatarAddress } from "@/lib/client/api/avatar-address";
import { useCurrentUser } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { useTab } from "@/lib/client/tabs";
import { userDisplayName } from "@/lib/format/user-name";
import { extraSections } from "./extra-sections";

/** Settings that users manage themselves (HO-04). */
export default function MyAccountView() {
  const t = useTranslations();
  const config = usePublicConfig();
  const tabsOf = useSectionTabs(accountSections);
  const { data: user } = useCurrentUser();
  useEarlierTabs();
  if (!user) return <ViewSkeleton />;
  const { profile, viewedBy } = user;
  return (
    <EditScopeProvider>
      <div className="flex h-full min-h-0 flex-col">
        <header className="flex items-center gap-3 border-b px-4 py-3 sm:px-6">
          <Avatar {...profile} src={ownAvatarAddress(config.prefix, profile.avatar)} size={40} />
          <div className="min-w-0">
            <h1 className="font-semibold text-lg">{t("my-account.title")}</h1>
            <p className="text-muted text-xs">
              <Truncate>{[userDisplayName(profile), profile.email].filter(Boolean).join(" · ")}</Truncate>
            </p>
          </div>
        </header>
        {viewedBy && (
          <EmptyState
            icon={<EyeOff />}
            title={t("my-account.viewed.title")}
            description={t("my-account.viewed.description", { name: userDisplayName(profile) })}
          />
        )}
        <SubTabs items={viewedBy ? [] : tabsOf({})} />
      </div>
    </EditScopeProvider>
  );
}

/** Leads addresses with an earlier name of the tab Security to it. */
function useEarlierTabs(): void {
  const { query, setQuery } = useTab();
  const isEarlier = query.tab === "password" || query.tab === "second-factors";
  useEffect(() => {
    if (isEarlier) setQuery({ tab: "security" }, { replace: true });
  }, [isEarlier, setQuery]);
}

/** One line each, in the order of the sub-tabs (HO-04). */
const accountSections: readonly ViewSection[] = [
  {
    id: "personal",
    label: "my-account.personal.title",
    icon: CircleUser,
    isWhole: true,
    Content: lazy(() => import("./personal/personal-section")),
  },
  {
    id: "security",
    label: "my-account.security.title",
    icon: ShieldCheck,
    isOffered: ({ authMode }) => authMode === "basic",
    Content: lazy(() => import("./security/security-section")),
  },
  {
    id: "identity-providers",
    label: "my-account.identityProviders.tab",
    icon: Fingerprint,
    Content: lazy(() => import("./identity-providers/identity-providers-section")),
  },
  {
    id: "preferences",
    label: "my-account.preferences.title",
    icon: SlidersHorizontal,
    isWhole: true,
    Content: lazy(() => import("./preferences/preferences-section")),
  },
  {
    id: "sessions",
    label: "my-account.sessions.title",
    icon: MonitorSmartphone,
    capability: "sessions",
    Content: lazy(() => import("./sessions/sessions-section")),
  },
  {
    id: "api-keys",
    label: "api-keys.title",
    icon: KeyRound,
    Content: lazy(() => import("./api-keys-section")),
  },
  ...extraSections,
];
