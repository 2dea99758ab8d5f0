"use client";
import { useTranslations } from "next-intl";
import { RecordListView } from "@/components/resource/records/list-view";
import type { ColumnChanges } from "@/components/resource/records/record-columns";
import type { RoleRow } from "@/lib/contract/roles";
import { role } from "./role";
import { RoleBadges } from "./role-badges";

const columns: ColumnChanges<RoleRow> = {
  isDefault: {
    cell: (shown) => (
      <span className="inline-flex gap-1 align-middle">
        <RoleBadges role={shown} />
      </span>
    ),
  },
};

export default function RolesListView() {
  const t = useTranslations("roles");
  return (
    <RecordListView
      kind={role}
      columns={columns}
      lockedReason={({ isBuiltIn }) => (isBuiltIn ? t("builtInHint") : undefined)}
    />
  );
}
