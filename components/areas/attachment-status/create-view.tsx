"use client";
import { RecordCreateView } from "@/components/resource/record/create-view";
import { attachmentStatusRecords } from "@/lib/contract/attachment-status";
import { fields, rows } from "./form";

export default function CreateAttachmentStatusView() {
  return <RecordCreateView records={attachmentStatusRecords} rows={rows} fields={fields} />;
}
