"use client";
import { Building2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { CollectionView } from "@/components/resource/record/collection-view";
import { contract } from "@/lib/contract";
import type { TenantRow } from "@/lib/contract/tenants";
import { usePermissions } from "@/lib/permissions";
import { useTenantColumns } from "./columns";
import { useDeleteTenants } from "./delete-tenants";

export default function TenantsListView() {
  const t = useTranslations("tenants");
  const { has } = usePermissions();
  const remove = useDeleteTenants();
  const lockedReason = (tenants: readonly TenantRow[]) => {
    const locked = tenants.find(({ isHost }) => isHost);
    // Among many it has to be named to be taken out.
    return locked && `${locked.tenantName}: ${t("hostHint")}`;
  };
  return (
    <CollectionView
      title={t("title")}
      endpoint={contract.tenants.list}
      columns={useTenantColumns()}
      idOf={({ tenantId }) => tenantId}
      nameOf={({ tenantName }) => tenantName}
      linkOf={({ tenantId }) => `/tenants/${tenantId}`}
      exported={contract.tenants.export}
      empty={{ icon: <Building2 />, title: t("empty"), description: t("emptyHint") }}
      create={has("TenantView_AddAction") ? { to: "/tenants/new", label: t("new") } : undefined}
      remove={has("TenantView_DeleteAction") ? { ...remove, lockedReason } : undefined}
    />
  );
}
