"use client";
import { Building, History, Palette, ShieldCheck, UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
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
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import type { OrganisationSettings } from "@/lib/contract/organisation-settings";
import { secondFactorPolicies } from "@/lib/contract/second-factor-policies";
import { extraSections } from "./extra-sections";

const calls = contract["organisation-settings"];
const nothing = {};

/** Settings of the organisation (OR-01). */
export default function OrganisationSettingsView() {
  const t = useTranslations();
  const config = usePublicConfig();
  const tabsOf = useSectionTabs(sections);
  const { has } = usePermissions();
  const query = useRecord(calls.detail, nothing, () => "");
  const [historyOpen, setHistoryOpen] = useState(false);
  const label = useFieldLabel("organisation-settings");
  const policyText = (value: unknown) => {
    const policy = secondFactorPolicies.find((known) => known === value);
    return policy && t(`organisation-settings.secondFactors.policies.${policy}`);
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
            <SubTabs items={tabsOf({ settings })} />
            <FieldReading
              value={(field, value) => (field === "secondFactorPolicy" ? policyText(value) : undefined)}
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
    isWhole: true,
    Content: lazy(() => import("./appearance/appearance-section")),
  },
  {
    id: "second-factors",
    label: "organisation-settings.secondFactors.title",
    icon: ShieldCheck,
    isOffered: ({ authMode }) => authMode === "basic",
    capability: "second-factors",
    Content: lazy(() => import("./second-factors-section")),
  },
  {
    id: "groups",
    label: "organisation-settings.tabs.groups",
    icon: UsersRound,
    capability: "provider-groups",
    isWhole: true,
    Content: lazy(() => import("./provider-groups")),
  },
  ...extraSections,
];
