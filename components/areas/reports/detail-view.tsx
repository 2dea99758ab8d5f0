"use client";
import { FileChartColumn, LayoutTemplate } from "lucide-react";
import { useTranslations } from "next-intl";
import { RecordDetailView } from "@/components/resource/record/detail-view";
import { RecordSection } from "@/components/resource/record/record-section";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { Badge } from "@/components/ui/badge";
import { SubTabs } from "@/components/ui/sub-tabs";
import { contract } from "@/lib/contract";
import { reportRecords } from "@/lib/contract/reports";
import type { ViewProps } from "../../area/area";
import { Layouts } from "./layouts";
import { PlaceholdersSection } from "./placeholders-section";
import { report as kind } from "./report";

/** Only the existing calls: reports are neither created nor deleted. */
const records = { ...reportRecords, calls: contract.reports };

/** A report with its layouts (RP-01). */
export default function ReportDetailView({ id }: ViewProps) {
  const t = useTranslations("reports");
  return (
    <RecordDetailView
      id={id}
      kind={kind}
      records={records}
      state={({ source, reportNameTranslated }) => {
        const about = t(`choices.source.${source}`);
        return about !== reportNameTranslated && <Badge>{about}</Badge>;
      }}
    >
      {(report) => (
        <SubTabs
          items={[
            {
              id: "report",
              label: t("tabs.report"),
              icon: FileChartColumn,
              content: (
                <SectionsColumn>
                  <RecordSection kind={kind} records={records} record={report} />
                  <PlaceholdersSection report={report} />
                </SectionsColumn>
              ),
            },
            {
              id: "layouts",
              label: t("tabs.layouts"),
              icon: LayoutTemplate,
              badge: report.layoutCount,
              permission: "ReportView_LayoutSection",
              content: <Layouts report={report} />,
            },
          ]}
        />
      )}
    </RecordDetailView>
  );
}
