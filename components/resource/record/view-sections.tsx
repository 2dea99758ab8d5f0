"use client";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentType, Suspense } from "react";
import type { SubTab } from "@/components/ui/sub-tabs";
import { ViewSkeleton } from "@/components/ui/view-skeleton";
import { useCapabilities } from "@/lib/client/api/capabilities";
import type { Guarded } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import type { Capability } from "@/lib/contract/endpoint";
import type { MessageKey } from "@/lib/i18n/message-key";
import type { PublicConfig } from "@/lib/installation/public-config";
import { SectionsColumn } from "./sections-column";

/** Part of a view, declared in one line: a sub-tab, loaded on first use. Receives the data of the view. */
export interface ViewSection<Shown extends object = object> extends Guarded {
  /** Value of `tab` in the query. */
  id: string;
  label: MessageKey;
  icon: LucideIcon;
  /** Whether the configuration offers the section. */
  isOffered?: (config: PublicConfig) => boolean;
  /** Required of the server. */
  capability?: Capability;
  /** Fills the tab, as a table does; otherwise a column of cards. */
  isWhole?: boolean;
  Content: ComponentType<Shown>;
}

/** Converts sections to sub-tabs, in order. */
export function useSectionTabs<Shown extends object>(
  sections: readonly ViewSection<Shown>[],
): (shown: Shown) => SubTab[] {
  const t = useTranslations();
  const config = usePublicConfig();
  const capabilities = useCapabilities();
  return (shown) =>
    sections
      .filter(({ isOffered }) => isOffered?.(config) ?? true)
      .filter(({ capability }) => capability === undefined || capabilities?.includes(capability))
      .map(({ id, label, icon, permission, isAllowed, isWhole, Content }) => ({
        id,
        label: t(label),
        icon,
        permission,
        isAllowed,
        content: (
          <Suspense fallback={<ViewSkeleton />}>
            {isWhole ? (
              <Content {...shown} />
            ) : (
              <SectionsColumn>
                <Content {...shown} />
              </SectionsColumn>
            )}
          </Suspense>
        ),
      }));
}
