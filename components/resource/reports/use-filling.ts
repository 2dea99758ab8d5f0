"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { errorMessage } from "@/components/errors/error-message";
import { reportError } from "@/components/errors/report-error";
import { toast } from "@/components/ui/toast";
import { useCapability } from "@/lib/client/api/capabilities";
import { call } from "@/lib/client/api/client";
import { download } from "@/lib/client/api/download";
import { ApiError } from "@/lib/client/api/error";
import { saveFile } from "@/lib/client/save-file";
import { contract } from "@/lib/contract";
import type { ChosenRows } from "@/lib/contract/report-layouts";
import { invalidateAreas } from "../list/invalidate";

interface Filling {
  params: { reportId: string; reportLayoutId: string };
  format: "docx" | "pdf";
  /** All rows, sorted by name, if omitted. */
  rows?: ChosenRows;
}

/** Fills a layout and downloads the document; one with many rows is generated in the background. */
export function useFilling(onDone?: () => void) {
  const t = useTranslations("reports.layouts");
  const documents = useTranslations("reports.documents");
  const client = useQueryClient();
  const inBackground = useCapability("background-reports");
  const common = useTranslations("common");
  return useMutation({
    mutationFn: async ({ params, format, rows = { phrase: "" } }: Filling) => {
      try {
        return await download(contract.reports.filled, { params, query: { ...rows, format } });
      } catch (error) {
        const isLong = error instanceof ApiError && error.code === "tooManyRows";
        if (!isLong || !inBackground || format !== "docx") throw error;
        await call(contract.reports.fillInBackground, { params, body: rows });
        return undefined;
      }
    },
    meta: { silent: true },
    onSuccess: async (made) => {
      onDone?.();
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
