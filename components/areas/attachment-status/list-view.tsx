"use client";
import { ArrowUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { StatusChip } from "@/components/resource/attachments/status-chip";
import { narrowButton } from "@/components/resource/list/narrow-button";
import { RecordListView } from "@/components/resource/record/list-view";
import type { ColumnChanges } from "@/components/resource/record/record-columns";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import { useCapability } from "@/lib/client/api/capabilities";
import { usePermissions } from "@/lib/client/permissions";
import type { AttachmentStatusRow } from "@/lib/contract/attachment-status";
import { attachmentStatus, nameOfStatus } from "./attachment-status";

const OrderDialog = lazyPart(() => import("./order-dialog"));

const columns: ColumnChanges<AttachmentStatusRow> = {
  attachmentStatusName: {
    cell: (status) => <StatusChip name={nameOfStatus(status)} colour={status.color} />,
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
  return (
    <RecordListView kind={attachmentStatus} columns={columns} bulkForm={bulkForm} actions={<OrderButton />} />
  );
}

/** Requires permission to change the statuses. */
function OrderButton() {
  const t = useTranslations("attachment-status.order");
  const { has } = usePermissions();
  const isOffered = useCapability("status-order");
  const [isOpen, setIsOpen] = useState(false);
  if (!isOffered || !has("AttachmentStatusView_EditAction")) return null;
  return (
    <>
      <Tooltip content={t("title")}>
        <Button icon={<ArrowUpDown />} className={narrowButton.button} onClick={() => setIsOpen(true)}>
          <span data-label className={narrowButton.label}>
            {t("open")}
          </span>
        </Button>
      </Tooltip>
      <Suspense fallback={null}>{isOpen && <OrderDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
