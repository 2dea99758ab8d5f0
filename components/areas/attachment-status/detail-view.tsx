"use client";
import { RecordDetailView } from "@/components/resource/records/detail-view";
import { attachmentStatusRecords } from "@/lib/contract/attachment-status";
import type { ViewProps } from "../area";
import { attachmentStatus } from "./attachment-status";
import { fields, rows } from "./form";

export default function AttachmentStatusDetailView({ id }: ViewProps) {
  return (
    <RecordDetailView
      id={id}
      kind={attachmentStatus}
      records={attachmentStatusRecords}
      rows={rows}
      fields={fields}
    />
  );
}
