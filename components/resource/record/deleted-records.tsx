"use client";
import { Archive } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useFormat } from "@/lib/client/format";
import type { DeletedRecord } from "@/lib/contract/history";
import type { ResourceColumn } from "../table/columns";
import type { ListEndpoint } from "../table/list-call";
import { useTabListState } from "../table/list-state";
import { ResourceTable } from "../table/resource-table";
import { DeletedSwitch } from "./deleted-switch";

export type DeletedList = ListEndpoint & {
  response: { _zod: { output: { list: DeletedRecord[]; totalCount: number } } };
};

interface DeletedRecordsProps {
  /** What the records are called, such as "Users". */
  title: string;
  endpoint: DeletedList;
}

/** The deleted records of an area, the last first, each leading to its history (HI-02). */
export default function DeletedRecords({ title, endpoint }: DeletedRecordsProps) {
  const t = useTranslations("resource.deleted");
  const format = useFormat();
  const columns = useMemo(
    (): ResourceColumn<DeletedRecord>[] => [
      { id: "recordName", header: t("recordName"), cell: ({ recordName }) => recordName },
      {
        id: "deletedOn",
        header: t("deletedOn"),
        cell: ({ deletedOn }) => format.dateTime(deletedOn),
        width: "w-46",
      },
      { id: "deletedBy", header: t("deletedBy"), cell: ({ deletedBy }) => deletedBy, from: "sm" },
    ],
    [t, format],
  );
  return (
    <ResourceTable
      endpoint={endpoint}
      label={t("label", { collection: title })}
      columns={columns}
      control={useTabListState(endpoint)}
      withoutLayout
      narrowing={<DeletedSwitch />}
      idOf={({ recordId }) => recordId}
      nameOf={({ recordName }) => recordName}
      linkOf={({ recordId }) => `/${endpoint.area}/${recordId}`}
      empty={{ icon: <Archive />, title: t("none") }}
    />
  );
}
