"use client";
import { Building2, CircleUser, ExternalLink, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from "@/components/ui/menu";
import { ownAvatarAddress } from "@/lib/client/api/avatar-address";
import { useCurrentUser } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { useTheme } from "@/lib/client/theme/theme-provider";
import { isTheme, themes } from "@/lib/theme/theme";
import { LanguageChoice } from "./language-menu";
import { useSignOut } from "./sign-out";
import { TenantDot } from "./tenant-dot";
import { useEnterTenant } from "./use-enter-tenant";
import { usePart } from "./use-part";
import { ViewMenuItem } from "./view-menu-item";

/** So many can be overlooked in a menu; more of them have a dialog with a search. */
const inMenu = 10;

/** The tenants that the user can enter; only with multi-tenancy on and more than one of them (SH-04). */
function TenantChoice({ onSearch }: { onSearch: () => void }) {
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

// For those who belong to many tenants, when they want another one.
const loadTenantDialog = () => import("./tenant-dialog").then((module) => module.TenantDialog);

const themeIcons = { light: Sun, dark: Moon, auto: Monitor };

export function UserMenu() {
  const t = useTranslations("shell");
  const { data: user } = useCurrentUser();
  const { hubUrl, prefix } = usePublicConfig();
  const { theme, setTheme } = useTheme();
  const signOut = useSignOut();
  const { firstName = "", lastName = "", userName = "", email = "", avatar } = user?.profile ?? {};
  const name = `${firstName} ${lastName}`.trim() || userName;
  const person = { firstName, lastName, userName, src: ownAvatarAddress(prefix, avatar) };

  const [searching, setSearching] = useState(false);
  const [TenantDialog, wantDialog] = usePart(loadTenantDialog);
  const menu = (
    <Menu
      align="end"
      className="w-60"
      trigger={
        <IconButton label={t("menu.user")} tooltip={name || t("menu.user")}>
          <Avatar {...person} size={24} />
        </IconButton>
      }
    >
      <div className="flex items-center gap-2.5 px-2 pt-1.5 pb-2">
        <Avatar {...person} size={32} />
        <div className="min-w-0">
          <p className="truncate font-medium text-sm">{name}</p>
          <p className="truncate text-muted text-xs">{email || userName}</p>
        </div>
      </div>
      <MenuSeparator />
      <ViewMenuItem to="/my-account" icon={CircleUser}>
        {t("menu.myAccount")}
      </ViewMenuItem>
      <MenuSeparator />
      <MenuLabel>{t("menu.language")}</MenuLabel>
      <LanguageChoice />
      <MenuSeparator />
      <MenuLabel>{t("menu.theme")}</MenuLabel>
      <MenuRadioGroup
        label={t("menu.theme")}
        value={theme}
        onValueChange={(value) => isTheme(value) && setTheme(value)}
        options={themes.map((value) => {
          const Icon = themeIcons[value];
          return { value, label: t(`theme.${value}`), icon: <Icon aria-hidden="true" /> };
        })}
      />
      <TenantChoice
        onSearch={() => {
          wantDialog();
          setSearching(true);
        }}
      />
      {hubUrl && <MenuSeparator />}
      {hubUrl && (
        <MenuItem asChild>
          <a href={hubUrl} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden="true" />
            {t("menu.hub")}
          </a>
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={() => signOut()}>
        {t("menu.signOut")}
      </MenuItem>
    </Menu>
  );
  return (
    <>
      {menu}
      {searching && TenantDialog && <TenantDialog onClose={() => setSearching(false)} />}
    </>
  );
}
