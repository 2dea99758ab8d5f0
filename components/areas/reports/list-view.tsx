"use client";
import { RecordListView } from "@/components/resource/record/list-view";
import type { ColumnChanges } from "@/components/resource/record/record-columns";
import type { ReportRow } from "@/lib/contract/reports";
import { report } from "./report";

const columns: ColumnChanges<ReportRow> = {
  reportName: { width: "@lg:w-[36%]" },
  layoutCount: { from: "sm" },
  createdOn: { from: "lg" },
  createdBy: { from: "lg" },
};

export default function ReportsListView() {
  return <RecordListView kind={report} columns={columns} />;
}
