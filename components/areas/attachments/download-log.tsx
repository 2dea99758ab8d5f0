"use client";
import { useTranslations } from "next-intl";
import { useLocalListState } from "@/components/resource/list/list-state";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { ResourceTable } from "@/components/resource/table/resource-table";
import { Dialog } from "@/components/ui/dialog";
import { useFormat } from "@/lib/client/format";
import { contract } from "@/lib/contract";
import type { AttachmentDownload } from "@/lib/contract/attachment-parts";
import type { AttachmentDetail } from "@/lib/contract/attachments";

const columns: ColumnChanges<AttachmentDownload> = {
  downloadDate: { cell: ({ downloadDate }) => <Moment value={downloadDate} /> },
  userLastName: {
    cell: ({ userLastName, attachmentShareId }) => (attachmentShareId === null ? userLastName : <ByLink />),
  },
};

function Moment({ value }: { value: string }) {
  const format = useFormat();
  return <span title={format.longDateTime(value)}>{format.dateTime(value)}</span>;
}

function ByLink() {
  return <span className="text-muted">{useTranslations("attachments.log")("byLink")}</span>;
}

interface DownloadLogProps {
  attachment: AttachmentDetail;
  onClose: () => void;
}

/** Downloads of an attachment with user and time, latest first (AM-02). */
export default function DownloadLog({ attachment: { attachmentId, fileName }, onClose }: DownloadLogProps) {
  const t = useTranslations("attachments.log");
  const format = useFormat();
  const control = useLocalListState(contract.attachments.downloadLogs);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t("title", { name: fileName })}
      className="pb-4"
    >
      <ResourceTable
        endpoint={contract.attachments.downloadLogs}
        params={{ attachmentId }}
        label={t("action")}
        columns={useListColumns(contract.attachments.downloadLogs, "attachments.log", columns)}
        control={control}
        withoutRefresh
        withoutLayout
        idOf={({ attachmentDownloadLogId }) => attachmentDownloadLogId}
        nameOf={({ downloadDate }) => format.dateTime(downloadDate)}
        empty={{ title: t("none") }}
        className="max-h-[56dvh] min-h-60"
      />
    </Dialog>
  );
}
