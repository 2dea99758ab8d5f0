"use client";
import { Archive, RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type * as z from "zod";
import type { Endpoint } from "@/lib/contract/endpoint";
import type { DeletedRecord } from "@/lib/contract/history";
import type { ListEndpoint } from "../list/list-call";
import { useTabListState } from "../list/list-state";
import { useSelection } from "../list/selection";
import { BulkAction } from "../table/bulk-bar";
import { useListColumns } from "../table/list-columns";
import { ResourceTable } from "../table/resource-table";
import { DeletedSwitch } from "./deleted-switch";
import { useRestoring } from "./use-restoring";

export type DeletedList = ListEndpoint & {
  response: z.ZodType<{ list: DeletedRecord[]; totalCount: number }>;
};

export interface DeletedRecordsProps {
  /** Plural name of the records, such as "Users". */
  title: string;
  heading: ReactNode;
  endpoint: DeletedList;
  withoutSearch: boolean;
  /** Restores deletions; omitted without the permission. */
  restoring?: { endpoint: Endpoint; idName: string } | false;
}

/** The deleted records of an area, latest first, linked to their history (HI-02). */
export default function DeletedRecords({
  title,
  heading,
  endpoint,
  withoutSearch,
  restoring,
}: DeletedRecordsProps) {
  const t = useTranslations("resource.deleted");
  const selection = useSelection<DeletedRecord>();
  const selected = [...selection.selected.values()];
  const restoration = useRestoring<DeletedRecord>({
    endpoint: restoring ? restoring.endpoint : undefined,
    idName: restoring ? restoring.idName : "",
    idOf: ({ recordId }) => recordId,
    nameOf: ({ recordName }) => recordName,
  });
  return (
    <ResourceTable
      endpoint={endpoint}
      selection={restoring ? { mode: "checkbox", ...selection } : undefined}
      bulkActions={
        <BulkAction
          variant="primary"
          icon={<RotateCcw />}
          running={restoration}
          of={selected.length}
          onClick={async () => {
            const left = await restoration.askForAll(selected);
            selection.setSelected(new Map(left.map((record) => [record.recordId, record])));
          }}
        >
          {t("restore")}
        </BulkAction>
      }
      heading={heading}
      label={t("label", { collection: title })}
      columns={useListColumns<DeletedList>(endpoint, "resource.deleted")}
      control={useTabListState(endpoint)}
      withoutSearch={withoutSearch}
      withoutLayout
      narrowing={<DeletedSwitch />}
      idOf={({ recordId }) => recordId}
      nameOf={({ recordName }) => recordName}
      linkOf={({ recordId }) => `/${endpoint.area}/${recordId}`}
      empty={{ icon: <Archive />, title: t("none") }}
    />
  );
}
