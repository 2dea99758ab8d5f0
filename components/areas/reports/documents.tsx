"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { SectionCard } from "@/components/resource/form/section-card";
import { invalidateAreas } from "@/components/resource/list/invalidate";
import { buttonClass } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { tooltipAttributes } from "@/components/ui/tooltip";
import { call } from "@/lib/client/api/client";
import { queryOf } from "@/lib/client/api/query";
import { useFormat } from "@/lib/client/format";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import { addressOf } from "@/lib/contract/address";
import type { ReportDocument } from "@/lib/contract/report-layouts";
import type { ReportDetail } from "@/lib/contract/reports";
import { formatSize } from "@/lib/format/size";

/** Polling interval for document progress in milliseconds. */
const pollInterval = 2_000;

const isUnfinished = ({ state }: ReportDocument) => state === "waiting" || state === "running";

/** Documents generated in the background from the report's layouts (RP-02). */
export default function Documents({ report: { reportId } }: { report: ReportDetail }) {
  const t = useTranslations("reports.documents");
  const titleId = useId();
  const params = { reportId };
  const { data = [] } = useQuery({
    ...queryOf(contract.reports.documents, { params }),
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? pollInterval : false),
  });
  if (data.length === 0) return null;
  return (
    <SectionCard title={t("title")} titleId={titleId} description={t("kept")}>
      <ul className="flex flex-col divide-y">
        {data.map((document) => (
          <DocumentLine key={document.reportDocumentId} reportId={reportId} document={document} />
        ))}
      </ul>
    </SectionCard>
  );
}

function DocumentLine({ reportId, document }: { reportId: string; document: ReportDocument }) {
  const t = useTranslations("reports.documents");
  const format = useFormat();
  const { prefix } = usePublicConfig();
  const client = useQueryClient();
  const { reportDocumentId, documentName: name, state, createdOn, rowsDone, rowCount } = document;
  const remove = useMutation({
    meta: { successMessage: () => t("removed") },
    mutationFn: () =>
      call(contract.reports.removeDocuments, {
        params: { reportId },
        query: { reportDocumentIds: [reportDocumentId] },
      }),
    onSuccess: () => invalidateAreas(client, contract.reports.removeDocuments.affects ?? []),
  });
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{name}</p>
        <p className="text-muted text-sm">
          {format.dateTime(createdOn)} · <State document={document} />
        </p>
        {state === "running" && (
          <ProgressBar label={t("progress", { name })} value={rowsDone} max={rowCount} className="mt-1.5" />
        )}
      </div>
      {state === "done" && (
        <a
          href={`${prefix}/api${addressOf(contract.reports.downloadDocument, { params: { reportId, reportDocumentId } })}`}
          download
          aria-label={t("download", { name })}
          {...tooltipAttributes("")}
          className={buttonClass({ size: "sm" })}
        >
          <Download aria-hidden="true" />
        </a>
      )}
      <IconButton
        label={t("remove", { name })}
        size="sm"
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <Trash2 />
      </IconButton>
    </li>
  );
}

function State({ document: { state, rowsDone, rowCount, fileSize } }: { document: ReportDocument }) {
  const t = useTranslations("reports.documents");
  const language = useLocale();
  if (state === "running") return t("running", { done: rowsDone, count: rowCount });
  return state === "done" && fileSize !== null
    ? `${t("ready")}, ${formatSize(fileSize, language)}`
    : t(state === "done" ? "ready" : state);
}
