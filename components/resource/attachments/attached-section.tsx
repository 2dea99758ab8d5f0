"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Paperclip, Upload } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, Suspense, useMemo, useState } from "react";
import type * as z from "zod";
import { lazyPart } from "@/components/loading/lazy-part";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/api/client";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { AttachmentRow } from "@/lib/contract/attachments";
import type { CallOf, Endpoint } from "@/lib/contract/endpoint";
import type { PermissionName } from "@/lib/contract/permissions";
import { wholeNameOf } from "@/lib/validation/attachment-files";
import { useFieldLabel } from "../form/field-label";
import { dateWidth, type ResourceColumn } from "../list/columns";
import { invalidateAreas } from "../list/invalidate";
import type { ListEndpoint } from "../list/list-call";
import { PickerDialog } from "../picker/picker-dialog";
import { Assignments } from "../record/assignments";
import { FileSize } from "../values/file-size";
import { AttachmentFacts } from "./attachment-facts";
import { Thumbnail } from "./thumbnail";
import { useAttachmentPermissions } from "./use-attachment-permissions";
import { useThumbnails } from "./use-thumbnails";

const UploadDialog = lazyPart(() => import("./upload-dialog"));

type AttachmentList = ListEndpoint & {
  response: z.ZodType<{ list: AttachmentRow[]; totalCount: number }>;
};
type Changing = Endpoint & { affects: readonly string[] };

export interface AttachedSectionProps {
  /** Calls declared by `attachedEndpoints` of any area. */
  calls: { attachments: AttachmentList; addAttachments: Changing; removeAttachments: Changing };
  /** Prefix of the permissions of the record's actions. */
  view: `${string}View`;
  /** Path parameters of the record's calls, such as `{ roleId }`. */
  params: Readonly<Record<string, string>>;
}

/** Attachments of a record: chosen from existing ones, or uploaded here (AM-02). */
export default function AttachedSection({ calls, view, params }: AttachedSectionProps) {
  const t = useTranslations("attachments.attached");
  const { has } = usePermissions();
  const mayEdit = has(`${view}_EditAction` as PermissionName);
  const { before, picture, viewer } = useThumbnails();
  const gallery = useMemo(() => ({ picture, facts }), [picture]);
  const columns = useColumns(before);
  const attach = (attachmentIds: readonly string[]) =>
    call(calls.addAttachments, { params, body: { attachmentIds } } as unknown as CallOf<Changing>);
  return (
    <>
      <Assignments<AttachmentList>
        endpoint={calls.attachments}
        params={params}
        label={t("title")}
        columns={columns}
        gallery={gallery}
        idOf={idOf}
        nameOf={wholeNameOf}
        linkOf={({ attachmentId }) => `/attachments/${attachmentId}`}
        empty={{ icon: <Paperclip />, title: t("empty"), description: mayEdit ? t("emptyHint") : undefined }}
        areas={calls.addAttachments.affects}
        actions={mayEdit && <UploadButton attach={attach} areas={calls.addAttachments.affects} />}
        add={
          mayEdit
            ? {
                label: t("choose"),
                picker: (dialog) => (
                  <AttachmentPicker {...dialog} onChoose={attach} areas={calls.addAttachments.affects} />
                ),
              }
            : undefined
        }
        remove={
          mayEdit
            ? {
                label: t("remove"),
                title: (rows) => t("removeTitle", rows),
                description: t("removeKept"),
                run: (rows) =>
                  call(calls.removeAttachments, {
                    params,
                    query: { attachmentIds: rows.map(idOf) },
                  } as unknown as CallOf<Changing>),
              }
            : undefined
        }
      />
      {viewer}
    </>
  );
}

const facts = (row: AttachmentRow) => <AttachmentFacts attachment={row} />;

const idOf = ({ attachmentId }: AttachmentRow) => attachmentId;

/** @param before content before the names if the viewer is available; otherwise thumbnails */
function useColumns(before?: ResourceColumn<AttachmentRow>["before"]): ResourceColumn<AttachmentRow>[] {
  const label = useFieldLabel("attachments");
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: "fileName",
        header: label("fileName"),
        cell: wholeNameOf,
        before: before ?? ((row) => <Thumbnail attachment={row} className="-my-1 size-7" />),
        width: "@lg:w-[44%]",
      },
      {
        id: "fileSize",
        header: label("fileSize"),
        cell: ({ fileSize }) => <FileSize bytes={fileSize} />,
        align: "end",
        from: "sm",
      },
      {
        id: "createdOn",
        header: label("createdOn"),
        cell: ({ createdOn }) => format.dateTime(createdOn),
        from: "md",
        width: dateWidth,
      },
      { id: "createdBy", header: label("createdBy"), cell: ({ createdBy }) => createdBy, from: "lg" },
    ],
    [before, label, format],
  );
}

interface Attaching {
  attach: (attachmentIds: readonly string[]) => Promise<unknown>;
  areas: readonly string[];
}

/** Uploads files and adds them to the record. */
function UploadButton({ attach, areas }: Attaching) {
  const t = useTranslations("attachments.attached");
  const client = useQueryClient();
  const { mayAdd } = useAttachmentPermissions();
  const [isOpen, setOpen] = useState(false);
  if (!mayAdd) return null;
  return (
    <>
      <Button icon={<Upload />} onClick={() => setOpen(true)}>
        {t("upload")}
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <UploadDialog
            onClose={() => setOpen(false)}
            onDone={() => setOpen(false)}
            onStored={(ids) => attach(ids).finally(() => invalidateAreas(client, areas))}
          />
        )}
      </Suspense>
    </>
  );
}

interface AttachmentPickerProps
  extends Pick<ComponentProps<typeof PickerDialog<AttachmentList>>, "open" | "onOpenChange" | "areas"> {
  onChoose: Attaching["attach"];
}

function AttachmentPicker({ onChoose, ...dialog }: AttachmentPickerProps) {
  const t = useTranslations("attachments.attached");
  const columns = useColumns();
  return (
    <PickerDialog<AttachmentList>
      {...dialog}
      title={t("choose")}
      endpoint={contract.attachments.list}
      label={t("title")}
      columns={columns}
      idOf={idOf}
      nameOf={wholeNameOf}
      empty={{ icon: <Paperclip />, title: t("noneToChoose") }}
      onChoose={(rows) => onChoose(rows.map(idOf))}
    />
  );
}
