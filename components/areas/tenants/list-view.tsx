"use client";
import { useTranslations } from "next-intl";
import { RecordListView } from "@/components/resource/record/list-view";
import type { ColumnChanges } from "@/components/resource/record/record-columns";
import { TenantDot } from "@/components/shell/tenant/tenant-dot";
import type { TenantRow } from "@/lib/contract/tenants";
import { tenant } from "./tenant";
import { TenantBadges } from "./tenant-badges";

const columns: ColumnChanges<TenantRow> = {
  // After its colour, like in the shell; one inline text, which wraps in narrow columns.
  tenantName: {
    cell: ({ tenantName, tenantColour }) => (
      <>
        <TenantDot colour={tenantColour} />
        <span className="ml-2">{tenantName}</span>
      </>
    ),
    beside: (shown) => <TenantBadges tenant={shown} />,
    width: "@3xl:w-[30%]",
  },
  tenantIdentifier: { from: "sm" },
  // Its badge is next to the name.
  isActive: { from: "chosen" },
  createdBy: { from: "chosen" },
};

const bulkForm = () => import("./bulk-form").then((loaded) => loaded.bulkForm);

export default function TenantsListView() {
  const t = useTranslations("tenants");
  return (
    <RecordListView
      kind={tenant}
      columns={columns}
      bulkForm={bulkForm}
      lockedReason={({ isHost }) => (isHost ? t("hostHint") : undefined)}
    />
  );
}
