"use client";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentType, Suspense } from "react";
import type { SubTab } from "@/components/ui/sub-tabs";
import { ViewSkeleton } from "@/components/ui/view-skeleton";
import type { Guarded } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
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
  Content: ComponentType<Shown>;
}

/** Converts sections to sub-tabs, in order. */
export function useSectionTabs<Shown extends object>(
  sections: readonly ViewSection<Shown>[],
): (shown: Shown) => SubTab[] {
  const t = useTranslations();
  const config = usePublicConfig();
  return (shown) =>
    sections
      .filter(({ isOffered }) => isOffered?.(config) ?? true)
      .map(({ id, label, icon, permission, isAllowed, Content }) => ({
        id,
        label: t(label),
        icon,
        permission,
        isAllowed,
        content: (
          <Suspense fallback={<ViewSkeleton />}>
            <SectionsColumn>
              <Content {...shown} />
            </SectionsColumn>
          </Suspense>
        ),
      }));
}
