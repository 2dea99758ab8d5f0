import { Tags } from "lucide-react";
import type { RecordKind } from "@/components/resource/record/kind";
import { contract } from "@/lib/contract";

export const attribute = {
  calls: contract.attributes,
  view: "AttributeView",
  icon: Tags,
} as const satisfies RecordKind;
