"use client";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useLocalListState } from "@/components/resource/list/list-state";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { ResourceTable } from "@/components/resource/table/resource-table";
import { TableFailed } from "@/components/resource/table/table-states";
import { FileSize } from "@/components/resource/values/file-size";
import { Alert } from "@/components/ui/alert";
import { buttonClass } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { tooltipAttributes } from "@/components/ui/tooltip";
import { queryOf } from "@/lib/client/api/query";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import { addressOf } from "@/lib/contract/address";
import type { LayoutProblem, ReportLayout, ReportLayoutVersion } from "@/lib/contract/report-layouts";
import type { ReportDetail } from "@/lib/contract/reports";

interface LayoutDetailsProps {
  report: ReportDetail;
  layout: ReportLayout;
  onClose: () => void;
}

/** Validation results of a layout, and the versions of its file (RP-03). */
export default function LayoutDetails({ report: { reportId }, layout, onClose }: LayoutDetailsProps) {
  const t = useTranslations("reports.details");
  const params = { reportId, reportLayoutId: layout.reportLayoutId };
  const { data, error, refetch } = useQuery(queryOf(contract.reports.layout, { params }));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t("title", { name: layout.reportLayoutNameTranslated })}
      className="pb-4"
    >
      <div className="flex flex-col gap-4">
        {error && !data && <TableFailed error={error} onRetry={() => refetch()} />}
        {!data && !error && <Skeleton className="h-24 w-full" />}
        {data && <Problems problems={data.problems} />}
        {data && (
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold text-sm">
              {t("placeholders", { count: data.placeholders.length })}
            </h3>
            <ul className="flex max-h-40 flex-wrap gap-1 overflow-auto">
              {data.placeholders.map((placeholder) => (
                <li key={placeholder} className="break-all rounded border px-1.5 py-0.5 font-mono text-xs">
                  {placeholder}
                </li>
              ))}
            </ul>
          </section>
        )}
        <Versions params={params} />
      </div>
    </Dialog>
  );
}

function Problems({ problems }: { problems: readonly LayoutProblem[] }) {
  const t = useTranslations("reports.problems");
  const title = useTranslations("reports.details")("problems");
  if (problems.length === 0) return null;
  const said = ({ problem, text, paragraph, suggestion }: LayoutProblem) => {
    if (problem === "field" && paragraph !== null) return t("fieldAt", { text, paragraph });
    if (problem !== "unknown" && problem !== "foreign") return t(problem, { text, suggestion });
    const at = problem === "foreign" ? "foreign" : "unknownAt";
    const what = paragraph === null ? t("unknown", { text }) : t(at, { text, paragraph });
    return suggestion ? `${what} ${t("meant", { suggestion })}` : what;
  };
  return (
    <Alert tone="warning" title={title}>
      <ul className="list-disc pl-4">
        {problems.map((problem) => (
          <li key={`${problem.problem} ${problem.paragraph} ${problem.text}`} className="break-words">
            {said(problem)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

type LayoutParams = { reportId: string; reportLayoutId: string };

function Versions({ params }: { params: LayoutParams }) {
  const t = useTranslations("reports.details");
  const { has } = usePermissions();
  const mayDownload = has("ReportView_LayoutSection_DownloadAction");
  const control = useLocalListState(contract.reports.layoutVersions);
  const changes = useMemo<ColumnChanges<ReportLayoutVersion>>(
    () => ({
      syncVersion: {
        align: undefined,
        beside: ({ syncVersion }) => mayDownload && <DownloadVersion params={params} version={syncVersion} />,
      },
      added: { cell: (version) => <Changes version={version} />, width: "sm:w-[45%]", wraps: true },
      fileSize: { cell: ({ fileSize }) => <FileSize bytes={fileSize} />, from: "lg" },
    }),
    [mayDownload, params],
  );
  const columns = useListColumns(contract.reports.layoutVersions, "reports.details", changes);
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold text-sm">{t("versions")}</h3>
      <ResourceTable
        endpoint={contract.reports.layoutVersions}
        params={params}
        label={t("versions")}
        columns={columns}
        control={control}
        withoutRefresh
        withoutSearch
        withoutLayout
        idOf={({ syncVersion }) => String(syncVersion)}
        nameOf={({ syncVersion }) => `${t("fields.syncVersion")} ${syncVersion}`}
        empty={{ title: t("noVersions") }}
      />
    </section>
  );
}

function DownloadVersion({ params, version }: { params: LayoutParams; version: number }) {
  const t = useTranslations("reports.details");
  const { prefix } = usePublicConfig();
  const address = addressOf(contract.reports.downloadLayoutVersion, {
    params: { ...params, syncVersion: String(version) },
  });
  return (
    <a
      href={`${prefix}/api${address}`}
      download
      aria-label={t("downloadVersion", { version })}
      {...tooltipAttributes("")}
      className={buttonClass({ variant: "ghost", size: "sm" })}
    >
      <Download aria-hidden="true" />
    </a>
  );
}

function Changes({ version: { added, removed } }: { version: ReportLayoutVersion }) {
  const t = useTranslations("reports.details");
  const changes = [
    added.length > 0 && t("added", { names: added.join(" ") }),
    removed.length > 0 && t("removed", { names: removed.join(" ") }),
  ];
  return changes.filter(Boolean).join(" · ") || t("same");
}
