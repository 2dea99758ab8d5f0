"use client";
import { Download, Ellipsis, Eye, FileOutput, FileType, ListTree, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFilling } from "@/components/resource/reports/use-filling";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useCapability } from "@/lib/client/api/capabilities";
import { usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
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
  const fill = useFilling();
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
        <MenuItem icon={<FileOutput />} onSelect={() => fill.mutate({ params, format: "docx" })}>
          {t("fill")}
        </MenuItem>
      )}
      {mayFill && hasConverter && (
        <MenuItem icon={<FileType />} onSelect={() => fill.mutate({ params, format: "pdf" })}>
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
