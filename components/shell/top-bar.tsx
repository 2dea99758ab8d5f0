"use client";
import { Settings } from "lucide-react";
import { useTranslations } from "next-intl";
import { areas } from "@/components/areas/registry";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Mark } from "@/components/ui/mark";
import { Menu } from "@/components/ui/menu";
import { useCurrentUser, usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { ViewLink } from "@/lib/client/tabs";
import { fillStyle } from "@/lib/theme/colours";
import { Bell } from "./bell/bell";
import { BurgerMenu } from "./burger-menu";
import { InfoMenu } from "./info-menu";
import { LanguageMenu } from "./language-menu";
import { UserMenu } from "./user-menu";
import { ViewMenuItem } from "./view-menu-item";

export function TopBar() {
  const { appTitle, multiTenancy } = usePublicConfig();
  return (
    <header className="flex items-center gap-1 border-border border-b bg-surface px-2 sm:px-3">
      <BurgerMenu />
      <ViewLink
        to="/"
        className="ml-1 flex min-w-0 items-center gap-2 rounded px-1 py-1 font-semibold text-base"
      >
        <Mark className="size-6 shrink-0" />
        <span className={cn("truncate", multiTenancy && "max-sm:sr-only")}>{appTitle}</span>
      </ViewLink>
      <TenantMark />
      <div className="flex-1" />
      <SettingsMenu />
      <InfoMenu />
      <Bell />
      <LanguageMenu />
      <UserMenu />
    </header>
  );
}

/** The tenant that this page works in; undefined while multi-tenancy is off. */
function useOwnTenant(): { name: string; fill: ReturnType<typeof fillStyle> } | undefined {
  const { multiTenancy, tenant } = usePublicConfig();
  const { data } = useCurrentUser();
  if (!multiTenancy || tenant === undefined) return undefined;
  const own = data?.tenants.find(({ tenantIdentifier }) => tenantIdentifier === tenant);
  return { name: own?.tenantName ?? tenant, fill: fillStyle(own?.tenantColour ?? "") };
}

/** Says whose data this is, in the tenant's own colour, so that nobody edits the wrong one. */
function TenantMark() {
  const tenant = useOwnTenant();
  if (!tenant) return null;
  return (
    <>
      {tenant.fill && (
        <span aria-hidden="true" className="fixed inset-x-0 top-0 z-10 h-[3px]" style={tenant.fill} />
      )}
      <span
        className="ml-1 min-w-0 max-w-56 truncate rounded-sm border border-border bg-hover px-1.5 py-0.5 font-medium text-muted text-xs"
        style={tenant.fill && { ...tenant.fill, borderColor: "transparent" }}
      >
        {tenant.name}
      </span>
    </>
  );
}

/** The areas that belong here, but for those that are not allowed (SH-02). */
function SettingsMenu() {
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
