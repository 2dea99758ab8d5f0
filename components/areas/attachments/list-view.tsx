"use client";
import { useTranslations } from "next-intl";
import { Suspense, useMemo, useState } from "react";
import { lazyPart } from "@/components/loading/lazy-part";
import { AttachmentFacts } from "@/components/resource/attachments/attachment-facts";
import { StatusChip } from "@/components/resource/attachments/status-chip";
import { useAttachmentPermissions } from "@/components/resource/attachments/use-attachment-permissions";
import { useThumbnails } from "@/components/resource/attachments/use-thumbnails";
import { RecordListView } from "@/components/resource/record/list-view";
import type { ColumnChanges } from "@/components/resource/record/record-columns";
import { useDroppedFiles } from "@/components/resource/upload/use-dropped-files";
import { usePastedImages } from "@/components/resource/upload/use-pasted-images";
import { FileSize } from "@/components/resource/values/file-size";
import { useNavigation } from "@/lib/client/tabs";
import type { AttachmentRow } from "@/lib/contract/attachments";
import { wholeNameOf } from "@/lib/validation/attachment-files";
import { attachment } from "./attachment";
import { useAttachmentRemoval } from "./removal";

const UploadDialog = lazyPart(() => import("@/components/resource/attachments/upload-dialog"));

const DownloadAction = lazyPart(() => import("./download-action"));
const DownloadSeveral = lazyPart(() => import("./download-several"));

const bulkForm = () => import("./bulk-form").then((loaded) => loaded.bulkForm);

const columns: ColumnChanges<AttachmentRow> = {
  fileName: { cell: wholeNameOf, width: "@lg:w-[36%]" },
  description: { from: "chosen" },
  fileExtension: { from: "chosen" },
  fileType: { from: "md" },
  fileSize: { cell: ({ fileSize }) => <FileSize bytes={fileSize} />, from: "sm" },
  attachmentStatusName: {
    cell: ({ attachmentStatusName, attachmentStatusColor }) =>
      attachmentStatusName && <StatusChip name={attachmentStatusName} colour={attachmentStatusColor} />,
    after: "fileName",
    from: "xs",
    width: "w-30 @lg:w-40",
  },
  createdOn: { from: "lg" },
  createdBy: { from: "xl" },
};

const facts = (row: AttachmentRow) => <AttachmentFacts attachment={row} />;
const action = (row: AttachmentRow) => (
  <Suspense fallback={null}>
    <DownloadAction attachment={row} />
  </Suspense>
);

/** List of attachments that accepts files dropped or pasted anywhere on it (AM-01). */
export default function AttachmentsListView() {
  const t = useTranslations("attachments.upload");
  const { open } = useNavigation();
  const { mayAdd, mayDownload, isOff } = useAttachmentPermissions();
  const [adding, setAdding] = useState<{ files?: readonly File[] }>();
  const take = (files: readonly File[]) => setAdding({ files });
  const takes = mayAdd && !adding;
  const { isOver, target } = useDroppedFiles(take, takes);
  usePastedImages(take, takes);
  const removal = useAttachmentRemoval();
  const { before, picture, viewer } = useThumbnails();
  const gallery = useMemo(
    () => ({ picture, facts, action: mayDownload ? action : undefined }),
    [picture, mayDownload],
  );
  const shownColumns = useMemo(() => ({ ...columns, fileName: { ...columns.fileName, before } }), [before]);
  return (
    <div {...target} className="relative h-full min-h-0">
      <RecordListView
        kind={attachment}
        columns={shownColumns}
        gallery={gallery}
        removal={removal}
        bulkForm={bulkForm}
        bulkActions={mayDownload ? (rows) => <DownloadSeveral rows={rows} /> : undefined}
        creation={{ isOff: isOff("Add"), onClick: () => setAdding({}) }}
      />
      {isOver && (
        <p className="pointer-events-none absolute inset-2 z-20 flex items-center justify-center rounded-lg border-2 border-primary border-dashed bg-primary-subtle/90 font-medium text-lg text-primary">
          {t("drop")}
        </p>
      )}
      {viewer}
      <Suspense fallback={null}>
        {adding && (
          <UploadDialog
            files={adding.files}
            onClose={() => setAdding(undefined)}
            onDone={(ids) => {
              setAdding(undefined);
              if (ids.length === 1) open(`/attachments/${ids[0]}`);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
