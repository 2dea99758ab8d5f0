"use client";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { CollectionView } from "@/components/resource/record/collection-view";
import { contract } from "@/lib/contract";
import type { RoleRow } from "@/lib/contract/roles";
import { usePermissions } from "@/lib/permissions";
import { useRoleColumns } from "./columns";
import { useDeleteRoles } from "./delete-roles";

export default function RolesListView() {
  const t = useTranslations("roles");
  const { has } = usePermissions();
  const remove = useDeleteRoles();
  const lockedReason = (roles: readonly RoleRow[]) => {
    const locked = roles.find(({ isBuiltIn }) => isBuiltIn);
    // Among many it has to be named to be taken out.
    return locked && `${locked.roleName}: ${t("builtInHint")}`;
  };
  return (
    <CollectionView
      title={t("title")}
      endpoint={contract.roles.list}
      columns={useRoleColumns()}
      idOf={({ roleId }) => roleId}
      nameOf={({ roleName }) => roleName}
      linkOf={({ roleId }) => `/roles/${roleId}`}
      exported={contract.roles.export}
      empty={{ icon: <ShieldCheck />, title: t("empty"), description: t("emptyHint") }}
      create={has("RoleView_AddAction") ? { to: "/roles/new", label: t("new") } : undefined}
      remove={has("RoleView_DeleteAction") ? { ...remove, lockedReason } : undefined}
    />
  );
}
