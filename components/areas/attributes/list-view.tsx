"use client";
import { RecordListView } from "@/components/resource/record/list-view";
import type { ColumnChanges } from "@/components/resource/record/record-columns";
import type { AttributeRow } from "@/lib/contract/attributes";
import { attribute } from "./attribute";
import { useAttributeRemoval } from "./removal";

const columns: ColumnChanges<AttributeRow> = {
  attributeName: { width: "@3xl:w-[32%]" },
  assignmentCount: { after: "attributeTypeId", align: "end", from: "sm", width: "@3xl:w-44" },
  createdOn: { from: "lg" },
  createdBy: { from: "xl" },
};

export default function AttributeListView() {
  return <RecordListView kind={attribute} columns={columns} removal={useAttributeRemoval()} />;
}
