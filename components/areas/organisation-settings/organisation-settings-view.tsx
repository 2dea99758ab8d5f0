"use client";
import { Building, History, Palette, ShieldCheck, UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { useFieldLabel } from "@/components/resource/form/field-label";
import { HistoryDialog } from "@/components/resource/history/history-dialog";
import { RecordIcon } from "@/components/resource/record/record-icon";
import { RecordView } from "@/components/resource/record/record-view";
import { useRecord } from "@/components/resource/record/use-record";
import { useSectionTabs, type ViewSection } from "@/components/resource/record/view-sections";
import { FieldReading } from "@/components/resource/values/field-value";
import { Button } from "@/components/ui/button";
import { SubTabs } from "@/components/ui/sub-tabs";
import { Truncate } from "@/components/ui/truncate";
import { ViewSkeleton } from "@/components/ui/view-skeleton";
import { useCapability } from "@/lib/client/api/capabilities";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import type { OrganisationSettings } from "@/lib/contract/organisation-settings";
import { extraSections } from "./extra-sections";

const ProviderGroups = lazyPart(() => import("./provider-groups"));

const calls = contract["organisation-settings"];
const nothing = {};

/** Settings of the organisation (OR-01). */
export default function OrganisationSettingsView() {
  const t = useTranslations();
  const config = usePublicConfig();
  const tabsOf = useSectionTabs(sections);
  const { has } = usePermissions();
  const hasGroups = useCapability("provider-groups");
  const groups = {
    id: "groups",
    label: t("organisation-settings.tabs.groups"),
    icon: UsersRound,
    content: (
      <Suspense fallback={<ViewSkeleton />}>
        <ProviderGroups />
      </Suspense>
    ),
  };
  const query = useRecord(calls.detail, nothing, () => "");
  const [historyOpen, setHistoryOpen] = useState(false);
  const label = useFieldLabel("organisation-settings");
  const policies: Partial<Record<string, string>> = {
    optional: t("organisation-settings.secondFactors.policies.optional"),
    administrators: t("organisation-settings.secondFactors.policies.administrators"),
    everybody: t("organisation-settings.secondFactors.policies.everybody"),
  };
  return (
    <RecordView query={query} history={false}>
      {(settings) => {
        const name = settings.companyName || config.appTitle;
        return (
          <>
            <header className="flex items-center gap-3 border-b px-4 py-3 sm:px-6">
              <RecordIcon icon={Building} />
              <div className="min-w-0 flex-1">
                <h1 className="font-semibold text-lg">{t("organisation-settings.title")}</h1>
                <p className="text-muted text-xs">
                  <Truncate>{name}</Truncate>
                </p>
              </div>
              {has("OrganisationSettingView_HistoryAction") && (
                <Button variant="ghost" icon={<History />} onClick={() => setHistoryOpen(true)}>
                  {t("organisation-settings.history")}
                </Button>
              )}
            </header>
            <SubTabs items={[...tabsOf({ settings }), ...(hasGroups ? [groups] : [])]} />
            <FieldReading
              value={(field, value) => (field === "secondFactorPolicy" ? policies[String(value)] : undefined)}
            >
              <HistoryDialog
                open={historyOpen}
                onOpenChange={setHistoryOpen}
                name={name}
                endpoint={calls.history}
                detailEndpoint={calls.historyDetail}
                params={nothing}
                label={label}
              />
            </FieldReading>
          </>
        );
      }}
    </RecordView>
  );
}

/** One line each, in the order of the sub-tabs. */
const sections: readonly ViewSection<{ settings: OrganisationSettings }>[] = [
  {
    id: "data",
    label: "organisation-settings.tabs.data",
    icon: Building,
    Content: lazy(() => import("./data-section")),
  },
  {
    id: "appearance",
    label: "organisation-settings.tabs.appearance",
    icon: Palette,
    Content: lazy(() => import("./appearance/appearance-section")),
  },
  {
    id: "second-factors",
    label: "organisation-settings.tabs.secondFactors",
    icon: ShieldCheck,
    isOffered: ({ authMode }) => authMode === "basic",
    Content: lazy(() => import("./second-factors-section")),
  },
  ...extraSections,
];
