"use client";
import { useTranslations } from "next-intl";
import { lazyPart } from "@/components/loading/lazy-part";
import { RecordListView } from "@/components/resource/record/list-view";
import type { ColumnChanges } from "@/components/resource/record/record-columns";
import { useFormat } from "@/lib/client/format";
import { usePermissions } from "@/lib/client/permissions";
import type { RoleRow } from "@/lib/contract/roles";
import { role } from "./role";
import { RoleBadges } from "./role-badges";

const CompareRoles = lazyPart(() => import("./compare"));

const columns: ColumnChanges<RoleRow> = {
  roleName: { beside: (shown) => <RoleBadges role={shown} />, width: "@lg:w-[40%] @3xl:w-[32%]" },
  // Its badge is next to the name.
  isDefault: { from: "chosen" },
  userCount: { from: undefined, width: "w-24 @3xl:w-40" },
  permissionCount: { cell: (shown) => <PermissionCount role={shown} />, from: "sm", width: "@3xl:w-44" },
  createdOn: { from: "lg" },
  createdBy: { from: "xl" },
};

const bulkForm = async () => {
  const { roleRecords } = await import("@/lib/contract/roles");
  return { records: roleRecords };
};

export default function RolesListView() {
  const t = useTranslations("roles");
  const { has } = usePermissions();
  return (
    <RecordListView
      kind={role}
      columns={columns}
      bulkForm={bulkForm}
      bulkActions={has("RoleView_PermissionSection") ? (rows) => <CompareRoles rows={rows} /> : undefined}
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
