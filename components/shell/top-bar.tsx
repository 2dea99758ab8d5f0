"use client";
import { ChevronsUpDown, Settings } from "lucide-react";
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
import { TenantChoice, useTenantChoice, useTenantDialog } from "./tenant-choice";
import { UserMenu } from "./user-menu";
import { ViewMenuItem } from "./view-menu-item";

const chip =
  "ml-1 min-w-0 max-w-56 rounded-sm border border-border bg-hover px-1.5 font-medium text-muted text-xs";

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

/**
 * Says whose data this is, in the tenant's own colour, so that nobody edits the wrong one; whoever belongs to more of them
 * changes between them here.
 */
function TenantMark() {
  const tenant = useOwnTenant();
  const choice = useTenantChoice();
  const [dialog, search] = useTenantDialog();
  const t = useTranslations("shell.tenants");
  if (!tenant) return null;
  const { name, fill } = tenant;
  const style = fill && { ...fill, borderColor: "transparent" };
  const button = (
    <button
      type="button"
      aria-label={`${name}, ${t("change")}`}
      style={style}
      className={cn(chip, "flex h-7 items-center gap-1", !fill && "hover:text-text")}
      {...(choice === "dialog" && { "aria-haspopup": "dialog", onClick: search })}
    >
      <span className="min-w-0 truncate">{name}</span>
      <ChevronsUpDown aria-hidden="true" className="size-3 shrink-0" />
    </button>
  );
  return (
    <>
      {fill && <span aria-hidden="true" className="fixed inset-x-0 top-0 z-10 h-[3px]" style={fill} />}
      {choice === "none" && (
        <span style={style} className={cn(chip, "truncate py-0.5")}>
          {name}
        </span>
      )}
      {choice === "menu" && (
        <Menu trigger={button}>
          <TenantChoice onSearch={search} />
        </Menu>
      )}
      {choice === "dialog" && button}
      {dialog}
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
