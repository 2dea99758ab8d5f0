"use client";
import { Building2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from "@/components/ui/menu";
import { useCurrentUser } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { TenantDot } from "./tenant-dot";
import { useEnterTenant } from "./use-enter-tenant";

/** So many can be overlooked in a menu; more of them have a dialog with a search. */
const inMenu = 10;

/** The tenants that the user can enter; only with multi-tenancy on and more than one of them (SH-04). */
export function TenantChoice({ onSearch }: { onSearch: () => void }) {
  const t = useTranslations("shell");
  const { multiTenancy, tenant = "" } = usePublicConfig();
  const tenants = useCurrentUser().data?.tenants ?? [];
  const enter = useEnterTenant();
  if (!multiTenancy || tenants.length < 2) return null;
  if (tenants.length > inMenu)
    return (
      <>
        <MenuSeparator />
        <MenuItem icon={<Building2 />} onSelect={onSearch}>
          {t("tenants.change")}
        </MenuItem>
      </>
    );
  return (
    <>
      <MenuSeparator />
      <MenuLabel>{t("menu.tenant")}</MenuLabel>
      <MenuRadioGroup
        label={t("menu.tenant")}
        value={tenant}
        onValueChange={enter}
        options={tenants.map(({ tenantIdentifier, tenantName, tenantColour }) => ({
          value: tenantIdentifier,
          label: tenantName,
          icon: <TenantDot colour={tenantColour} />,
        }))}
      />
    </>
  );
}
