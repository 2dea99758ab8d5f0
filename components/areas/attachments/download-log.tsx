"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ResourceColumn } from "@/components/resource/list/columns";
import { useLocalListState } from "@/components/resource/list/list-state";
import { ResourceTable } from "@/components/resource/table/resource-table";
import { Dialog } from "@/components/ui/dialog";
import { useFormat } from "@/lib/client/format";
import { contract } from "@/lib/contract";
import type { AttachmentDownload } from "@/lib/contract/attachment-parts";
import type { AttachmentDetail } from "@/lib/contract/attachments";

interface DownloadLogProps {
  attachment: AttachmentDetail;
  onClose: () => void;
}

/** Downloads of an attachment with user and time, latest first (AM-02). */
export default function DownloadLog({ attachment: { attachmentId, fileName }, onClose }: DownloadLogProps) {
  const t = useTranslations("attachments.log");
  const format = useFormat();
  const control = useLocalListState(contract.attachments.downloadLogs);
  const columns = useMemo<ResourceColumn<AttachmentDownload>[]>(
    () => [
      {
        id: "downloadDate",
        header: t("when"),
        cell: ({ downloadDate }) => format.longDateTime(downloadDate),
      },
      {
        id: "userLastName",
        header: t("lastName"),
        cell: ({ userLastName, attachmentShareId }) =>
          attachmentShareId === null ? userLastName : <span className="text-muted">{t("byLink")}</span>,
      },
      { id: "userFirstName", header: t("firstName"), cell: ({ userFirstName }) => userFirstName, from: "sm" },
    ],
    [t, format],
  );
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
        columns={columns}
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
