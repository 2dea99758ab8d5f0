"use client";
import { FileChartColumn } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Tooltip } from "@/components/ui/tooltip";
import { useCapability } from "@/lib/client/api/capabilities";
import { usePermissions } from "@/lib/client/permissions";
import { reportSources } from "@/lib/contract/report-sources";
import type { ListState } from "../list/list-call";
import { narrowButton } from "../list/narrow-button";

const ReportDialog = lazyPart(() => import("./report-dialog"));

interface ReportButtonProps {
  /** The area of the list. */
  area: string;
  /** Name of the listed records, such as "Users". */
  collection: string;
  state: ListState;
  totalCount: number | undefined;
}

/** Opens the report dialog of a list (RP-02), if its records have reports and the user may generate them. */
export function ReportButton({ area, ...list }: ReportButtonProps) {
  const t = useTranslations("reports.run");
  const { has } = usePermissions();
  const isThere = useCapability("report-documents");
  const [isOpen, setOpen] = useState(false);
  const source = reportSources.find((name) => name === area);
  const may =
    has("ReportView") && has("ReportView_LayoutSection") && has("ReportView_LayoutSection_DownloadAction");
  if (!source || !isThere || !may) return null;
  return (
    <>
      <Tooltip content={t("hint")}>
        <Button
          icon={<FileChartColumn />}
          className={cn(narrowButton.button, "@max-sm:hidden")}
          onClick={() => setOpen(true)}
        >
          <span data-label className={narrowButton.label}>
            {t("action")}
          </span>
        </Button>
      </Tooltip>
      <Suspense>
        {isOpen && <ReportDialog source={source} {...list} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
