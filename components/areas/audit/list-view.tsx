"use client";
import { ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useFieldLabels } from "@/components/resource/form/field-label";
import { useChangeText } from "@/components/resource/history/labels";
import { ChangeValues } from "@/components/resource/history/sentences/change-values";
import type { ResourceColumn } from "@/components/resource/list/columns";
import { CollectionView } from "@/components/resource/record/collection-view";
import { AuthorName, useAvatarAddress } from "@/components/resource/values/person-name";
import { ShortMoment } from "@/components/resource/values/short-moment";
import { contract } from "@/lib/contract";
import type { AuditRow, Operation } from "@/lib/contract/audit";
import { areaOf, useCollectionLabel } from "./change";
import { OperationIcon } from "./operation-icon";
import { useAuditTimeline } from "./timeline";

/** Changes of every record, newest first (HI-03). */
export default function AuditListView() {
  const t = useTranslations("audit");
  const columns = useAuditColumns();
  return (
    <CollectionView
      title={t("title")}
      endpoint={contract.audit.list}
      columns={columns}
      timeline={useAuditTimeline(columns)}
      idOf={({ id }) => id}
      nameOf={({ recordName }) => recordName}
      linkOf={({ id }) => `/audit/${id}`}
      exported={contract.audit.export}
      empty={{ icon: <ScrollText />, title: t("empty"), description: t("emptyHint") }}
    />
  );
}

function useAuditColumns(): readonly ResourceColumn<AuditRow>[] {
  const t = useTranslations("audit");
  const collectionLabel = useCollectionLabel();
  const fieldLabel = useFieldLabels();
  const pictureOf = useAvatarAddress();
  const changeText = useChangeText<AuditRow>((name, { collection }) => fieldLabel(areaOf(collection), name));
  return useMemo(() => {
    const operation = (name: string) => t(`choices.operation.${name as Operation}`);
    return [
      {
        id: "recordName",
        header: t("fields.recordName"),
        cell: ({ recordName }) => recordName,
        width: "w-[38%] @md:w-auto",
      },
      {
        id: "type",
        header: t("fields.type"),
        cell: (row) => (
          <>
            <OperationIcon operation={row.operation} className="-my-1 mr-2 align-middle @max-md:hidden" />
            {changeText(row)}
            <ChangeValues change={row} />
          </>
        ),
        width: "@3xl:w-[34%]",
      },
      {
        id: "changedBy",
        header: t("fields.changedBy"),
        cell: (row) => <AuthorName change={row} pictureOf={pictureOf} />,
        from: "sm",
        width: "@3xl:w-[16%]",
      },
      {
        id: "changedOn",
        header: t("fields.changedOn"),
        cell: ({ changedOn }) => <ShortMoment instant={changedOn} />,
        width: "w-26 @md:w-40",
      },
      {
        id: "collection",
        header: t("fields.collection"),
        cell: ({ collection }) => collectionLabel(collection),
        choice: collectionLabel,
        from: "md",
        width: "@3xl:w-[12%]",
      },
      {
        id: "address",
        header: t("fields.address"),
        cell: ({ address }) => address,
        from: "lg",
        width: "@3xl:w-[12%]",
      },
      {
        id: "operation",
        header: t("fields.operation"),
        cell: (row) => operation(row.operation),
        choice: operation,
        from: "chosen",
      },
    ];
  }, [t, collectionLabel, changeText, pictureOf]);
}
