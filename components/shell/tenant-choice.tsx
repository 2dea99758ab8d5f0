"use client";
import { useTranslations } from "next-intl";
import { routeOf } from "@/components/areas/registry";
import { MenuLabel, MenuRadioGroup, MenuSeparator } from "@/components/ui/menu";
import { useCurrentUser } from "@/lib/permissions";
import { usePublicConfig } from "@/lib/public-config";
import { formatAddress, type TabAddress } from "@/lib/tabs/address";
import { useTabStore } from "@/lib/tabs/context";
import { prefixOfTenant } from "@/lib/tenancy/other-tenant";
import { leaveUnasked, useMayLeave } from "./unload-guard";

/** The tenants that the user can enter; only with multi-tenancy on and more than one of them (SH-04). */
export function TenantChoice() {
  const t = useTranslations("shell.menu");
  const { multiTenancy, tenant = "" } = usePublicConfig();
  const tenants = useCurrentUser().data?.tenants ?? [];
  const enter = useEnterTenant();
  if (!multiTenancy || tenants.length < 2) return null;
  return (
    <>
      <MenuSeparator />
      <MenuLabel>{t("tenant")}</MenuLabel>
      <MenuRadioGroup
        label={t("tenant")}
        value={tenant}
        onValueChange={enter}
        options={tenants.map(({ tenantIdentifier, tenantName }) => ({
          value: tenantIdentifier,
          label: tenantName,
        }))}
      />
    </>
  );
}

/** Leaves for another tenant, to the same place there, once all that is unsaved was asked about. */
function useEnterTenant(): (tenant: string) => Promise<void> {
  const config = usePublicConfig();
  const store = useTabStore();
  const mayLeave = useMayLeave();
  return async (tenant) => {
    if (tenant === config.tenant || !(await mayLeave("leave"))) return;
    const { tabs, activeId } = store.getState();
    const active = tabs.find(({ id }) => id === activeId);
    leaveUnasked();
    location.assign(prefixOfTenant(tenant, config) + placeElsewhere(active));
  };
}

/** Records belong to one tenant: from a record the way leads to the list of its kind. */
function placeElsewhere(tab: TabAddress | undefined): string {
  if (!tab) return "/";
  const route = routeOf(tab.path);
  if (route?.kind === "detail") return `/${route.area.name}`;
  return formatAddress(tab);
}
