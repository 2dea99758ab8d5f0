"use client";
import { useTranslations } from "next-intl";
import { type ColumnChanges, useListColumns } from "@/components/resource/table/list-columns";
import { usePermissions } from "@/lib/client/permissions";
import { contract } from "@/lib/contract";
import type { AttachmentRelation } from "@/lib/contract/attachment-parts";
import { SectionTable } from "./section-table";

const columns: ColumnChanges<AttachmentRelation> = {
  name: { cell: ({ name }) => name || "–" },
  type: { cell: ({ type }) => <AreaTitle area={type} /> },
  parameter: { from: "md" },
  createdOn: { from: "sm" },
};

function AreaTitle({ area }: { area: string }) {
  const t = useTranslations();
  const key = `${area}.title` as never;
  return t.has(key) ? (t(key) as string) : area;
}

/** Records that refer to an attachment, with links (AM-02). */
export function RelationsSection({ attachmentId }: { attachmentId: string }) {
  const t = useTranslations("attachments.relations");
  const mayFollow = usePermissions().has("RoleView");
  return (
    <SectionTable
      title={t("title")}
      none={t("none")}
      endpoint={contract.attachments.relations}
      attachmentId={attachmentId}
      columns={useListColumns(contract.attachments.relations, "attachments.relations", columns)}
      idOf={({ attachmentRelationId }) => attachmentRelationId}
      nameOf={({ name }) => name}
      linkOf={mayFollow ? ({ type, id }) => `/${type}/${encodeURIComponent(id)}` : undefined}
    />
  );
}
