"use client";
import { ScrollText } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useFieldLabels } from "@/components/resource/form/field-label";
import { useChangeText } from "@/components/resource/history/labels";
import { ChangeValues } from "@/components/resource/history/sentences/change-values";
import type { ResourceColumn } from "@/components/resource/list/columns";
import { CollectionView } from "@/components/resource/record/collection-view";
import { namesIn, PersonName, useAvatarAddress } from "@/components/resource/values/person-name";
import { useFormat } from "@/lib/client/format";
import { contract } from "@/lib/contract";
import type { AuditRow, Operation } from "@/lib/contract/audit";
import { areaOf, useCollectionLabel } from "./change";

/** Changes of every record, newest first (HI-03). */
export default function AuditListView() {
  const t = useTranslations("audit");
  return (
    <CollectionView
      title={t("title")}
      endpoint={contract.audit.list}
      columns={useAuditColumns()}
      idOf={({ id }) => id}
      nameOf={({ recordName }) => recordName}
      linkOf={({ id }) => `/audit/${id}`}
      exported={contract.audit.export}
      empty={{ icon: <ScrollText />, title: t("empty"), description: t("emptyHint") }}
    />
  );
}

function useAuditColumns(): ResourceColumn<AuditRow>[] {
  const t = useTranslations("audit");
  const format = useFormat();
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
        width: "w-[42%] @md:w-auto",
      },
      {
        id: "type",
        header: t("fields.type"),
        cell: (row) => (
          <>
            {changeText(row)}
            <ChangeValues change={row} />
          </>
        ),
        width: "@3xl:w-[32%]",
      },
      {
        id: "changedBy",
        header: t("fields.changedBy"),
        cell: ({ changedBy, author }) => (
          <PersonName
            person={{ userName: "", ...namesIn(changedBy) }}
            src={author ? pictureOf(author) : undefined}
          >
            {changedBy}
          </PersonName>
        ),
        from: "sm",
        width: "@3xl:w-[16%]",
      },
      {
        id: "changedOn",
        header: t("fields.changedOn"),
        cell: ({ changedOn }) => format.dateTime(changedOn),
        width: "w-24 @md:w-40",
        // Takes two lines on small screens, since a cut date says nothing.
        wraps: true,
      },
      {
        id: "collection",
        header: t("fields.collection"),
        cell: ({ collection }) => collectionLabel(collection),
        choice: collectionLabel,
        from: "md",
        width: "@3xl:w-[13%]",
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
  }, [t, format, collectionLabel, changeText, pictureOf]);
}
