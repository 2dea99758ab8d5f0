"use client";
import { useTranslations } from "next-intl";
import { RecordListView } from "@/components/resource/records/list-view";
import type { ColumnChanges } from "@/components/resource/records/record-columns";
import { useFormat } from "@/lib/client/format";
import type { RoleRow } from "@/lib/contract/roles";
import { role } from "./role";
import { RoleBadges } from "./role-badges";

const columns: ColumnChanges<RoleRow> = {
  roleName: { beside: (shown) => <RoleBadges role={shown} />, width: "@lg:w-[40%]" },
  // Its badge stands beside the name.
  isDefault: { from: "chosen" },
  userCount: { from: undefined },
  permissionCount: { cell: (shown) => <PermissionCount role={shown} />, from: "sm" },
};

const bulkForm = async () => {
  const { roleRecords } = await import("@/lib/contract/roles");
  return { records: roleRecords };
};

export default function RolesListView() {
  const t = useTranslations("roles");
  return (
    <RecordListView
      kind={role}
      columns={columns}
      bulkForm={bulkForm}
      lockedReason={({ isBuiltIn }) => (isBuiltIn ? t("builtInHint") : undefined)}
    />
  );
}

function PermissionCount({ role: { isBuiltIn, permissionCount } }: { role: RoleRow }) {
  const t = useTranslations("roles");
  const format = useFormat();
  if (isBuiltIn) return t("allPermissions");
  return permissionCount === null ? null : format.number(permissionCount);
}
