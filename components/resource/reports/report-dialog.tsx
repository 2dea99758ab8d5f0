"use client";
import { useQuery } from "@tanstack/react-query";
import { FileOutput } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { useCapability } from "@/lib/client/api/capabilities";
import { queryOf } from "@/lib/client/api/query";
import { ViewLink } from "@/lib/client/tabs";
import { contract } from "@/lib/contract";
import { writeFilters } from "@/lib/contract/filter-text";
import { allRows } from "@/lib/contract/paging";
import type { ReportSource } from "@/lib/contract/report-sources";
import { ReasonedButton } from "../form/reasoned-button";
import type { ListState } from "../list/list-call";
import { TableFailed } from "../table/table-states";
import { useFilling } from "./use-filling";

interface ReportDialogProps {
  source: ReportSource;
  /** Name of the listed records, such as "Users". */
  collection: string;
  state: ListState;
  /** Number of records in the list; undefined while loading. */
  totalCount: number | undefined;
  onClose: () => void;
}

/** Loads the report of a source and its fillable layouts. */
function useReport(source: ReportSource) {
  const filters = writeFilters([{ column: "source", type: "choice", operator: "oneOf", values: [source] }]);
  const reports = useQuery(queryOf(contract.reports.list, { query: { filters } }));
  const report = reports.data?.list[0];
  const params = { reportId: report?.reportId ?? "" };
  const layouts = useQuery({
    ...queryOf(contract.reports.layouts, { params, query: { pageLimit: allRows } }),
    enabled: report !== undefined,
  });
  return {
    report,
    layouts: layouts.data?.list.filter(({ isFillable }) => isFillable),
    error: reports.error ?? layouts.error,
    again: () => (report ? layouts.refetch() : reports.refetch()),
  };
}

/** Generates a document from a report: of all records, or of the list's rows in its order (RP-02). */
export default function ReportDialog({ source, collection, state, totalCount, onClose }: ReportDialogProps) {
  const t = useTranslations("reports.run");
  const common = useTranslations("common");
  const hasConverter = useCapability("office-documents");
  const { report, layouts, error, again } = useReport(source);
  const [chosen, setChosen] = useState<string>();
  const [rows, setRows] = useState("listed");
  const [format, setFormat] = useState("docx");
  const fill = useFilling(onClose);
  const reportLayoutId = chosen ?? layouts?.[0]?.reportLayoutId;
  const { phrase, sortBy, sortDir, filters } = state;
  const start = () => {
    if (!report || !reportLayoutId) return;
    const listed = { phrase, sortBy, sortDir, filters: writeFilters(filters) || undefined };
    fill.mutate({
      params: { reportId: report.reportId, reportLayoutId },
      format: format === "pdf" ? "pdf" : "docx",
      rows: rows === "listed" ? listed : undefined,
    });
  };
  const isNarrowed = phrase !== "" || filters.length > 0;
  return (
    <Dialog
      open
      size="sm"
      locked={fill.isPending}
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { collection })}
      footer={
        <>
          <Button onClick={onClose} disabled={fill.isPending}>
            {common("cancel")}
          </Button>
          <ReasonedButton
            variant="primary"
            icon={<FileOutput />}
            loading={fill.isPending}
            disabledReason={layouts?.length === 0 ? t("none") : undefined}
            onClick={start}
          >
            {t("make")}
          </ReasonedButton>
        </>
      }
    >
      {error && !layouts ? (
        <TableFailed error={error} onRetry={again} />
      ) : (
        <div className="flex flex-col gap-4 pb-1">
          {!layouts && <Skeleton className="h-16 w-full" />}
          {report && layouts?.length === 0 && (
            <p>
              {t("none")}{" "}
              <ViewLink
                to={`/reports/${report.reportId}?tab=layouts`}
                className="text-primary underline"
                onClick={onClose}
              >
                {t("addLayout", { name: report.reportNameTranslated })}
              </ViewLink>
            </p>
          )}
          {layouts && layouts.length > 0 && (
            <Field label={t("layout")}>
              <Select
                value={reportLayoutId}
                onChange={(event) => setChosen(event.target.value)}
                options={layouts.map((layout) => ({
                  value: layout.reportLayoutId,
                  label: layout.reportLayoutNameTranslated,
                }))}
              />
            </Field>
          )}
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 font-medium text-sm">{t("rows")}</legend>
            <RadioGroup
              label={t("rows")}
              value={rows}
              onValueChange={setRows}
              options={[
                {
                  value: "listed",
                  label: (
                    <>
                      {totalCount === undefined ? t("listed") : t("listedCount", { count: totalCount })}
                      <span className="block text-muted text-xs">
                        {isNarrowed ? t("listedHint") : t("sortedHint")}
                      </span>
                    </>
                  ),
                },
                { value: "all", label: t("all") },
              ]}
            />
          </fieldset>
          {hasConverter && (
            <RadioGroup
              label={t("format")}
              value={format}
              onValueChange={setFormat}
              options={[
                { value: "docx", label: t("formats.docx") },
                { value: "pdf", label: t("formats.pdf") },
              ]}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}
