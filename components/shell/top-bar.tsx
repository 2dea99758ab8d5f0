"use client";

import {
  ChevronsUpDown,
  CircleHelp,
  ExternalLink,
  House,
  Info,
  LayoutGrid,
  MenuIcon,
  Search,
  Settings,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Area } from "@/components/area/area";
import { useAreas } from "@/components/area/areas-context";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Logo } from "@/components/ui/logo";
import { Menu, MenuItem } from "@/components/ui/menu";
import { type Guarded, useCurrentUser, usePermissions } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { ViewLink } from "@/lib/client/tabs";
import { useShownOrganisation } from "@/lib/client/theme/appearance";
import { fillStyle } from "@/lib/theme/colours";
import { usePart } from "../loading/use-part";
import { Bell } from "./bell/bell";
import { LanguageMenu } from "./language/language-menu";
import { PaletteButton } from "./palette/palette";
import { TenantChoice, useTenantChoice, useTenantDialog } from "./tenant/tenant-choice";
import { UserMenu } from "./user-menu";
import { ViewMenuItem } from "./view-menu-item";

const chip =
  "ml-1 min-w-0 max-w-56 rounded-sm border border-border bg-hover px-1.5 font-medium text-muted text-xs";

export function TopBar() {
  const { multiTenancy } = usePublicConfig();
  const { name, logo, darkLogo } = useShownOrganisation();
  return (
    <header className="flex items-center gap-1 border-border border-b bg-surface px-2 sm:px-3">
      <BurgerMenu />
      <ViewLink
        to="/"
        className="ml-1 flex min-w-0 items-center gap-2 rounded px-1 py-1 font-semibold text-base"
      >
        <Logo src={logo} darkSrc={darkLogo} className="h-6 max-w-24 shrink-0" />
        <span className={cn("truncate", multiTenancy ? "max-sm:sr-only" : "max-[359px]:sr-only")}>
          {name}
        </span>
      </ViewLink>
      <TenantMark />
      <div className="flex-1" />
      <PaletteButton />
      <AllAreasMenu />
      <SettingsMenu />
      <InfoMenu />
      <Bell />
      <LanguageMenu />
      <UserMenu />
    </header>
  );
}

/** The tenant of this page; undefined without multi-tenancy. */
function useOwnTenant(): { name: string; fill: ReturnType<typeof fillStyle> } | undefined {
  const { multiTenancy, tenant } = usePublicConfig();
  const { data } = useCurrentUser();
  if (!multiTenancy || tenant === undefined) return undefined;
  const own = data?.tenants.find(({ tenantIdentifier }) => tenantIdentifier === tenant);
  return { name: own?.tenantName ?? tenant, fill: fillStyle(own?.tenantColour ?? "") };
}

/** Shows the current tenant in its colour to prevent edits in the wrong one; users with several tenants switch here. */
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

/** The permitted areas of the settings menu (SH-02). */
function SettingsMenu() {
  const label = useTranslations("shell.menu")("settings");
  return <AreaMenu label={label} icon={<Settings />} has={({ inSettings }) => inSettings === true} />;
}

/** Every permitted area with a place, including those that the other menus lack (PM-01). */
function AllAreasMenu() {
  const label = useTranslations("shell.menu")("areas");
  return <AreaMenu label={label} icon={<LayoutGrid />} has={({ place }) => place !== undefined} />;
}

interface AreaMenuProps {
  label: string;
  icon: ReactNode;
  has: (area: Area) => boolean;
}

/** Links to those of some areas that the user may see; hidden without any. */
function AreaMenu({ label, icon, has }: AreaMenuProps) {
  const areas = useAreas();
  const t = useTranslations();
  const { allows } = usePermissions();
  const offered = areas.filter((area) => has(area) && allows(area));
  if (offered.length === 0) return null;
  return (
    <Menu align="end" trigger={<IconButton label={label}>{icon}</IconButton>}>
      {offered.map((area) => (
        <ViewMenuItem key={area.name} to={`/${area.name}`} icon={area.icon} goKey={area.goKey}>
          {t(area.label)}
        </ViewMenuItem>
      ))}
    </Menu>
  );
}

const toggleDelay = 150;

/** Requires permission to view users or roles (SH-01). */
const searchView: Guarded = { permission: "UserView", isAllowed: ({ has }) => has("RoleView") };

/** Opens and closes after 150 ms, as the platform document requires. */
function BurgerMenu() {
  const t = useTranslations("shell.menu");
  const { allows } = usePermissions();
  const home = useAreas().find(({ name }) => name === "");
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const toggle = (next: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), toggleDelay);
  };

  return (
    <Menu
      open={open}
      onOpenChange={toggle}
      trigger={
        <IconButton label={t("main")}>
          <MenuIcon />
        </IconButton>
      }
    >
      <ViewMenuItem to="/" icon={House} goKey={home?.goKey}>
        {t("dashboard")}
      </ViewMenuItem>
      {allows(searchView) && (
        <ViewMenuItem to="/search" icon={Search}>
          {t("search")}
        </ViewMenuItem>
      )}
    </Menu>
  );
}

const loadAbout = () => import("./about-dialog").then((module) => module.AboutDialog);

function InfoMenu() {
  const t = useTranslations("shell.menu");
  const { productUrl } = usePublicConfig();
  const [about, setAbout] = useState(false);
  const [AboutDialog, wantAbout] = usePart(loadAbout);
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={t("info")} onFocus={wantAbout}>
            <CircleHelp />
          </IconButton>
        }
      >
        {productUrl && (
          <MenuItem asChild>
            <a href={productUrl} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden="true" />
              {t("website")}
            </a>
          </MenuItem>
        )}
        <MenuItem
          icon={<Info />}
          onSelect={() => {
            wantAbout();
            setAbout(true);
          }}
        >
          {t("about")}
        </MenuItem>
      </Menu>
      {AboutDialog && <AboutDialog open={about} onOpenChange={setAbout} />}
    </>
  );
}
