"use client";
import { Settings } from "lucide-react";
import { useTranslations } from "next-intl";
import { areas } from "@/components/areas/registry";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { usePermissions } from "@/lib/client/permissions";
import { ViewMenuItem } from "./view-menu-item";

/** The areas that belong here, but for those that are not allowed (SH-02). */
export function SettingsMenu() {
  const t = useTranslations();
  const { allows } = usePermissions();
  const offered = areas.filter((area) => area.inSettings && allows(area));
  if (offered.length === 0) return null;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t("shell.menu.settings")}>
          <Settings />
        </IconButton>
      }
    >
      {offered.map((area) => (
        <ViewMenuItem key={area.name} to={`/${area.name}`} icon={area.icon}>
          {t(area.label)}
        </ViewMenuItem>
      ))}
    </Menu>
  );
}
