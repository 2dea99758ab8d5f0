import { ShieldCheck } from "lucide-react";
import type { RecordKind } from "@/components/resource/record/kind";
import { contract } from "@/lib/contract";

export const role = {
  calls: contract.roles,
  view: "RoleView",
  icon: ShieldCheck,
} as const satisfies RecordKind;
