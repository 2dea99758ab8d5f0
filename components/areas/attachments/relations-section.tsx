"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ResourceColumn } from "@/components/resource/list/columns";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { AttachmentRelation } from "@/lib/contract/attachment-parts";
import { SectionTable } from "./section-table";

/** Records that refer to an attachment, with links (AM-02). */
export function RelationsSection({ attachmentId }: { attachmentId: string }) {
  const t = useTranslations();
  const format = useFormat();
  const mayFollow = usePermissions().has("RoleView");
  const columns = useMemo<ResourceColumn<AttachmentRelation>[]>(
    () => [
      { id: "name", header: t("attachments.relations.name"), cell: ({ name }) => name || "–" },
      {
        id: "type",
        header: t("attachments.relations.type"),
        cell: ({ type }) =>
          t.has(`${type}.title` as never) ? (t(`${type}.title` as never) as string) : type,
      },
      {
        id: "parameter",
        header: t("attachments.relations.parameter"),
        cell: ({ parameter }) => parameter,
        from: "md",
      },
      {
        id: "createdOn",
        header: t("attachments.relations.since"),
        cell: ({ createdOn }) => format.dateTime(createdOn),
        from: "sm",
      },
    ],
    [t, format],
  );
  return (
    <SectionTable
      title={t("attachments.relations.title")}
      none={t("attachments.relations.none")}
      endpoint={contract.attachments.relations}
      attachmentId={attachmentId}
      columns={columns}
      idOf={({ attachmentRelationId }) => attachmentRelationId}
      nameOf={({ name }) => name}
      linkOf={mayFollow ? ({ type, id }) => `/${type}/${encodeURIComponent(id)}` : undefined}
    />
  );
}
