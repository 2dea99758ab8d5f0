import { FileChartColumn } from "lucide-react";
import type { RecordKind } from "@/components/resource/record/kind";
import { contract } from "@/lib/contract";

export const report = {
  calls: contract.reports,
  view: "ReportView",
  icon: FileChartColumn,
} as const satisfies RecordKind;
