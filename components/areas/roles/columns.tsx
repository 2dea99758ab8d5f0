"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ResourceColumn } from "@/components/resource/table/columns";
import type { RoleRow } from "@/lib/contract/roles";
import { useFormat } from "@/lib/format";
import { RoleBadges } from "./role-badges";

export function useRoleColumns(): ResourceColumn<RoleRow>[] {
  const t = useTranslations("roles.fields");
  const format = useFormat();
  return useMemo(
    () => [
      { id: "roleName", header: t("roleName"), cell: ({ roleName }) => roleName },
      {
        id: "isDefault",
        header: t("isDefault"),
        cell: (role) => (
          <span className="inline-flex gap-1 align-middle">
            <RoleBadges role={role} />
          </span>
        ),
      },
      {
        id: "createdOn",
        header: t("createdOn"),
        cell: ({ createdOn }) => format.dateTime(createdOn),
        from: "md",
      },
      { id: "createdBy", header: t("createdBy"), cell: ({ createdBy }) => createdBy, from: "md" },
    ],
    [t, format],
  );
}
