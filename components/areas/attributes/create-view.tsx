"use client";
import { RecordCreateView } from "@/components/resource/record/create-view";
import { fields, records, rows } from "./form";

export default function CreateAttributeView() {
  return <RecordCreateView records={records} rows={rows} fields={fields} />;
}
