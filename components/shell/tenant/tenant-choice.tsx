"use client";
import { Building2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { MenuItem, MenuLabel, MenuRadioGroup } from "@/components/ui/menu";
import { useCurrentUser } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { usePart } from "../../loading/use-part";
import { TenantDot } from "./tenant-dot";
import { useEnterTenant } from "./use-enter-tenant";

// For users with many tenants, loaded on demand.
const loadTenantDialog = () => import("./tenant-dialog").then((module) => module.TenantDialog);

/** Largest number of tenants listed in a menu; more use a dialog with search. */
const maxInMenu = 10;

/** How the user switches tenants, with multi-tenancy and more than one tenant (SH-04). */
export function useTenantChoice(): "none" | "menu" | "dialog" {
  const { multiTenancy } = usePublicConfig();
  const count = useCurrentUser().data?.tenants.length ?? 0;
  if (!multiTenancy || count < 2) return "none";
  return count > maxInMenu ? "dialog" : "menu";
}

/** The tenant search dialog to render, and a function that opens it. */
export function useTenantDialog(): [dialog: ReactNode, open: () => void] {
  const [isOpen, setOpen] = useState(false);
  const [TenantDialog, want] = usePart(loadTenantDialog);
  return [
    isOpen && TenantDialog && <TenantDialog onClose={() => setOpen(false)} />,
    () => {
      want();
      setOpen(true);
    },
  ];
}

/** Menu section with the user's tenants. */
export function TenantChoice({ onSearch }: { onSearch: () => void }) {
  const t = useTranslations("shell");
  const { tenant = "" } = usePublicConfig();
  const tenants = useCurrentUser().data?.tenants ?? [];
  const choice = useTenantChoice();
  const enter = useEnterTenant();
  if (choice === "none") return null;
  if (choice === "dialog")
    return (
      <MenuItem icon={<Building2 />} onSelect={onSearch}>
        {t("tenants.change")}
      </MenuItem>
    );
  return (
    <>
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
