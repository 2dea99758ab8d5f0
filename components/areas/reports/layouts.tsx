"use client";
import { Download, LayoutTemplate } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useMemo, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Assignments } from "@/components/resource/record/assignments";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { FileSize } from "@/components/resource/values/file-size";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { useCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { contract } from "@/lib/contract";
import { addressOf } from "@/lib/contract/address";
import { filledLayoutMegabytes, type ReportLayout } from "@/lib/contract/report-layouts";
import type { ReportDetail } from "@/lib/contract/reports";
import { LayoutMenu, type Opened } from "./layout-menu";

// Loaded on demand.
const LayoutDialog = lazyPart(() => import("./layout-dialog"));
const Documents = lazyPart(() => import("./documents"));
const LayoutDetails = lazyPart(() => import("./layout-details"));
const FileViewer = lazyPart(() => import("@/components/resource/viewer/file-viewer"));

/** Layouts of a report: add, change, download, fill and delete (RP-01, RP-02). */
export function Layouts({ report }: { report: ReportDetail }) {
  const t = useTranslations("reports.layouts");
  const { has } = usePermissions();
  const { prefix } = usePublicConfig();
  const [opened, setOpened] = useState<Opened>();
  const hasDocuments = useCapability("background-reports");
  const { reportId } = report;
  const params = { reportId };
  const close = () => setOpened(undefined);
  return (
    <>
      <Assignments
        endpoint={contract.reports.layouts}
        params={params}
        label={t("title")}
        columns={useLayoutColumns(report, setOpened)}
        idOf={({ reportLayoutId }) => reportLayoutId}
        nameOf={({ reportLayoutNameTranslated }) => reportLayoutNameTranslated}
        empty={{ icon: <LayoutTemplate />, title: t("none"), description: t("noneHint") }}
        areas={contract.reports.removeLayouts.affects}
        actions={
          has("ReportView_LayoutSection_DownloadAction") && (
            <a
              href={`${prefix}/api${addressOf(contract.reports.downloadDefaultLayout, { params })}`}
              download
              className={buttonClass()}
            >
              <Download aria-hidden="true" />
              {t("default")}
            </a>
          )
        }
        add={
          has("ReportView_LayoutSection_AddAction")
            ? {
                label: t("add"),
                picker: ({ onOpenChange }) => (
                  <LayoutDialog report={report} onClose={() => onOpenChange(false)} />
                ),
              }
            : undefined
        }
        remove={
          has("ReportView_LayoutSection_DeleteAction")
            ? {
                label: t("remove"),
                title: ({ count }) => t("removeTitle", { count }),
                description: t("removeLost"),
                run: (rows) =>
                  call(contract.reports.removeLayouts, {
                    params,
                    query: { reportLayoutIds: rows.map(({ reportLayoutId }) => reportLayoutId) },
                  }),
              }
            : undefined
        }
      />
      <Suspense fallback={null}>
        {hasDocuments && has("ReportView_LayoutSection_DownloadAction") && <Documents report={report} />}
        {opened?.part === "edit" && <LayoutDialog report={report} layout={opened.layout} onClose={close} />}
        {opened?.part === "details" && (
          <LayoutDetails report={report} layout={opened.layout} onClose={close} />
        )}
        {opened?.part === "preview" && <Preview report={report} layout={opened.layout} onClose={close} />}
      </Suspense>
    </>
  );
}

function useLayoutColumns(report: ReportDetail, open: (opened: Opened) => void) {
  const t = useTranslations("reports.layouts");
  const changes = useMemo<ColumnChanges<ReportLayout>>(
    () => ({
      reportLayoutName: {
        beside: (layout) => (
          <>
            {!layout.isFillable && <NotFilled extension={layout.fileExtension} />}
            {layout.isFillable && layout.problemCount > 0 && (
              <Badge tone="warning">{t("problems", { count: layout.problemCount })}</Badge>
            )}
            <LayoutMenu report={report} layout={layout} open={open} />
          </>
        ),
        width: "@lg:w-[45%]",
      },
      fileName: { cell: ({ fileName, fileExtension }) => `${fileName}.${fileExtension}`, from: "md" },
      fileSize: { cell: ({ fileSize }) => <FileSize bytes={fileSize} />, from: "lg" },
      createdOn: false,
      createdBy: false,
      updatedOn: { cell: ({ createdOn, updatedOn }) => <DateTime value={updatedOn ?? createdOn} /> },
      updatedBy: { cell: ({ createdBy, updatedBy }) => updatedBy ?? createdBy, from: "lg" },
    }),
    [t, report, open],
  );
  return useListColumns(contract.reports.layouts, "reports.layouts", changes);
}

function DateTime({ value }: { value: string }) {
  return useFormat().dateTime(value);
}

/** Why no report can be generated from a layout: only Word files up to a size limit. */
function NotFilled({ extension }: { extension: string }) {
  const t = useTranslations("reports.layouts");
  if (extension !== "docx") return <Badge>{t("storedOnly")}</Badge>;
  return <Badge tone="warning">{t("tooLarge", { size: filledLayoutMegabytes })}</Badge>;
}

/** Preview of the layout with its first data. */
function Preview({
  report: { reportId },
  layout,
  onClose,
}: {
  report: ReportDetail;
  layout: ReportLayout;
  onClose: () => void;
}) {
  const t = useTranslations("reports.layouts");
  const { prefix } = usePublicConfig();
  const params = { reportId, reportLayoutId: layout.reportLayoutId };
  const address = (isPreview: boolean) =>
    `${prefix}/api${addressOf(contract.reports.filled, { params, query: isPreview ? { isPreview } : {} })}`;
  return (
    <FileViewer
      files={[
        {
          id: `${layout.reportLayoutId} ${layout.syncVersion}`,
          name: t("previewTitle", { name: layout.reportLayoutNameTranslated }),
          kind: "Document",
          extension: "docx",
          size: layout.fileSize,
          addresses: { original: address(true), stream: address(true), download: address(false) },
        },
      ]}
      index={0}
      onIndexChange={() => undefined}
      onClose={onClose}
    />
  );
}
