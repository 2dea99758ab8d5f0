"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, Ellipsis, Eye, FileOutput, FileType, ListTree, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { invalidateAreas } from "@/components/resource/record/invalidate";
import { errorMessage } from "@/components/shell/error-message";
import { reportError } from "@/components/shell/messages/report-error";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { download } from "@/lib/client/api/download";
import { ApiError } from "@/lib/client/api/error";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { saveFile } from "@/lib/client/save-file";
import { contract } from "@/lib/contract";
import { addressOf } from "@/lib/contract/address";
import type { ReportLayout } from "@/lib/contract/report-layouts";
import type { ReportDetail } from "@/lib/contract/reports";

/** Open dialog of a layout. */
export type Opened = { part: "edit" | "details" | "preview"; layout: ReportLayout };

interface LayoutMenuProps {
  report: ReportDetail;
  layout: ReportLayout;
  open: (opened: Opened) => void;
}

/** Actions for one layout. */
export function LayoutMenu({ report: { reportId }, layout, open }: LayoutMenuProps) {
  const t = useTranslations("reports.layouts");
  const { has } = usePermissions();
  const { prefix } = usePublicConfig();
  const isThere = useCapability("report-documents");
  const hasConverter = useCapability("office-documents");
  const params = { reportId, reportLayoutId: layout.reportLayoutId };
  const fill = useFilling(params);
  const mayDownload = has("ReportView_LayoutSection_DownloadAction");
  const mayFill = mayDownload && isThere && layout.isFillable;
  const name = layout.reportLayoutNameTranslated;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t("more", { name })} size="sm" loading={fill.isPending}>
          <Ellipsis />
        </IconButton>
      }
    >
      {mayFill && (
        <MenuItem icon={<Eye />} onSelect={() => open({ part: "preview", layout })}>
          {t("preview")}
        </MenuItem>
      )}
      {mayFill && (
        <MenuItem icon={<FileOutput />} onSelect={() => fill.mutate("docx")}>
          {t("fill")}
        </MenuItem>
      )}
      {mayFill && hasConverter && (
        <MenuItem icon={<FileType />} onSelect={() => fill.mutate("pdf")}>
          {t("fillPdf")}
        </MenuItem>
      )}
      {mayDownload && (
        <MenuItem asChild>
          <a href={`${prefix}/api${addressOf(contract.reports.downloadLayout, { params })}`} download>
            <Download aria-hidden="true" />
            {t("download")}
          </a>
        </MenuItem>
      )}
      {has("ReportView_LayoutSection_EditAction") && (
        <MenuItem icon={<Pencil />} onSelect={() => open({ part: "edit", layout })}>
          {t("edit")}
        </MenuItem>
      )}
      {isThere && (
        <MenuItem icon={<ListTree />} onSelect={() => open({ part: "details", layout })}>
          {t("details")}
        </MenuItem>
      )}
    </Menu>
  );
}

/** Generates a document from a layout and downloads it; slow ones continue in the background. */
function useFilling(params: { reportId: string; reportLayoutId: string }) {
  const t = useTranslations("reports.layouts");
  const documents = useTranslations("reports.documents");
  const client = useQueryClient();
  const inBackground = useCapability("background-reports");
  const common = useTranslations("common");
  return useMutation({
    mutationFn: async (format: "docx" | "pdf") => {
      try {
        return await download(contract.reports.filled, { params, query: { format } });
      } catch (error) {
        const isLong = error instanceof ApiError && error.code === "tooManyRows";
        if (!isLong || !inBackground || format !== "docx") throw error;
        await call(contract.reports.fillInBackground, { params, body: {} });
        return undefined;
      }
    },
    meta: { silent: true },
    onSuccess: async (made) => {
      if (!made) {
        toast.success(documents("begun"));
        return invalidateAreas(client, contract.reports.fillInBackground.affects ?? []);
      }
      const name = made.fileName || "report";
      saveFile(made.content, name);
      toast.success(t("made", { name }));
    },
    onError: (error) => {
      const texts = { unauthorized: common("unauthorized"), fallback: common("errorOccurred") };
      const reason = errorMessage(error, texts);
      if (reason !== undefined) reportError(reason, error);
    },
  });
}
