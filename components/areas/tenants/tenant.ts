import { Building2 } from "lucide-react";
import type { RecordKind } from "@/components/resource/record/kind";
import { contract } from "@/lib/contract";

export const tenant = {
  calls: contract.tenants,
  view: "TenantView",
  icon: Building2,
} as const satisfies RecordKind;
