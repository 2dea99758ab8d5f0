"use client";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { Area } from "@/components/area/area";
import { useAreas } from "@/components/area/areas-context";
import { findArea, findRoute } from "@/components/area/route";
import { toast } from "@/components/ui/toast";
import { useCurrentUser, usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { useNavigation } from "@/lib/client/tabs";
import { formatAddress, type TabAddress } from "@/lib/client/tabs/address";
import { useTabStore } from "@/lib/client/tabs/context";
import { prefixOfTenant } from "@/lib/client/tenancy/other-tenant";
import { rememberDestination, takeDestination } from "@/lib/client/tenancy/tenant-switch";
import { allowUnload, useMayLeave } from "../tabs/unload-guard";

/** Switches to the same place in another tenant after asking about unsaved changes. */
export function useEnterTenant(): (tenant: string) => Promise<void> {
  const config = usePublicConfig();
  const areas = useAreas();
  const store = useTabStore();
  const mayLeave = useMayLeave();
  const userName = useCurrentUser().data?.profile.userName ?? "";
  return async (tenant) => {
    if (tenant === config.tenant || !(await mayLeave("leave"))) return;
    const { tabs, activeId } = store.getState();
    const active = tabs.find(({ id }) => id === activeId);
    const address = prefixOfTenant(tenant, config) + addressInTenant(areas, active);
    rememberDestination(address, userName);
    allowUnload();
    location.assign(address);
  };
}

/** Records belong to one tenant: a record's address maps to its list. */
function addressInTenant(areas: readonly Area[], tab: TabAddress | undefined): string {
  if (!tab) return "/";
  const route = findRoute(areas, tab.path);
  if (route?.kind === "detail") return `/${route.area.name}`;
  return formatAddress(tab);
}

/** Redirects to the dashboard with a message if the user may not open the place in the new tenant. */
export function useArrivalRedirect(): void {
  const t = useTranslations();
  const areas = useAreas();
  const { open } = useNavigation();
  const { allows } = usePermissions();
  const isKnown = useCurrentUser().data !== undefined;
  const store = useTabStore();
  useEffect(() => {
    if (!isKnown) return;
    const here = location.pathname + location.search;
    if (takeDestination() !== here) return;
    const { tabs, activeId } = store.getState();
    const path = tabs.find(({ id }) => id === activeId)?.path ?? "/";
    const route = findRoute(areas, path);
    const area = route?.area ?? findArea(areas, "");
    if (!area || allows(area)) return;
    open("/", { mode: "replace" });
    toast.info(t("shell.tenants.notHere", { view: t(area.label) }));
  }, [isKnown, areas, allows, open, store, t]);
}
