"use client";
import { RecordDetailView } from "@/components/resource/record/detail-view";
import { attachmentStatusRecords } from "@/lib/contract/attachment-status";
import type { ViewProps } from "../../area/area";
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
