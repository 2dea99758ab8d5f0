"use client";
import { RecordListView } from "@/components/resource/records/list-view";
import { attribute } from "./attribute";
import { useAttributeRemoval } from "./removal";

export default function AttributeListView() {
  return <RecordListView kind={attribute} removal={useAttributeRemoval()} />;
}
