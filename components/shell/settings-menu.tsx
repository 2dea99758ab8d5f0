"use client";
import { Settings } from "lucide-react";
import { useTranslations } from "next-intl";
import { areaNamed } from "@/components/areas/registry";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { usePermissions } from "@/lib/permissions";
import { ViewMenuItem } from "./view-menu-item";

/** What the settings menu offers, in its order; areas that are not there or not allowed are left out (SH-02). */
const offered = ["users", "roles", "tenants"] as const;

export function SettingsMenu() {
  const t = useTranslations();
  const { allows } = usePermissions();
  const areas = offered.flatMap((name) => areaNamed(name) ?? []).filter(allows);
  if (areas.length === 0) return null;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t("shell.menu.settings")}>
          <Settings />
        </IconButton>
      }
    >
      {areas.map((area) => (
        <ViewMenuItem key={area.name} to={`/${area.name}`} icon={area.icon}>
          {t(area.label)}
        </ViewMenuItem>
      ))}
    </Menu>
  );
}
