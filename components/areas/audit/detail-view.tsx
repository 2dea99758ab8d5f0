"use client";
import { ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFieldLabels } from "@/components/resource/form/field-label";
import { ShownChange } from "@/components/resource/history/change-detail";
import { RecordIcon } from "@/components/resource/record/record-icon";
import { RecordView } from "@/components/resource/record/record-view";
import { SectionsColumn } from "@/components/resource/record/sections-column";
import { useRecord } from "@/components/resource/record/use-record";
import { buttonClass } from "@/components/ui/button";
import { ViewLink } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import type { ViewProps } from "../../area/area";
import { areaOf, useCollectionLabel, useRecordPath } from "./change";

/** One change of a record, with a link to the record (HI-03). */
export default function AuditDetailView({ id }: ViewProps) {
  const t = useTranslations("audit");
  const query = useRecord(contract.audit.detail, { historyId: id }, ({ recordName }) => recordName);
  const collectionLabel = useCollectionLabel();
  const fieldLabel = useFieldLabels();
  const pathOf = useRecordPath();
  return (
    <RecordView query={query} history={false}>
      {(change) => {
        const path = pathOf(change);
        return (
          <>
            <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-3 sm:px-6">
              <RecordIcon icon={ScrollText} />
              <div className="min-w-0 flex-1 basis-64">
                <h1 className="break-words font-semibold text-lg">{change.recordName}</h1>
                <p className="text-muted text-xs">
                  {collectionLabel(change.collection)}
                  {change.address !== null && ` · ${t("fields.address")}: ${change.address}`}
                </p>
              </div>
              {path && (
                <ViewLink to={path} className={buttonClass()}>
                  {t("toRecord")}
                </ViewLink>
              )}
            </header>
            <SectionsColumn>
              <ShownChange change={change} label={(name) => fieldLabel(areaOf(change.collection), name)} />
            </SectionsColumn>
          </>
        );
      }}
    </RecordView>
  );
}
