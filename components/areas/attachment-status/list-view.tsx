"use client";
import { StatusChip } from "@/components/resource/attachments/status-chip";
import { RecordListView } from "@/components/resource/records/list-view";
import type { ColumnChanges } from "@/components/resource/records/record-columns";
import type { AttachmentStatusRow } from "@/lib/contract/attachment-status";
import { attachmentStatus } from "./attachment-status";

const columns: ColumnChanges<AttachmentStatusRow> = {
  attachmentStatusName: {
    cell: ({ attachmentStatusName, color }) => <StatusChip name={attachmentStatusName} colour={color} />,
    width: "@lg:w-[40%]",
  },
};

const bulkForm = async () => {
  const [{ attachmentStatusRecords }, { fields }] = await Promise.all([
    import("@/lib/contract/attachment-status"),
    import("./form"),
  ]);
  return { records: attachmentStatusRecords, fields };
};

export default function AttachmentStatusListView() {
  return <RecordListView kind={attachmentStatus} columns={columns} bulkForm={bulkForm} />;
}
