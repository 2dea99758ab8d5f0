"use client";
import { CircleUser, ExternalLink, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { Avatar } from "@/components/ui/avatar";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuSeparator } from "@/components/ui/menu";
import { ownAvatarAddress } from "@/lib/client/api/avatar-address";
import { useCurrentUser } from "@/lib/client/permissions";
import { usePublicConfig } from "@/lib/client/public-config";
import { useTheme } from "@/lib/client/theme/theme-provider";
import { isTheme, themes } from "@/lib/theme/theme";
import { LanguageChoice } from "./language/language-menu";
import { useSignOut } from "./session/sign-out";
import { TenantChoice, useTenantChoice, useTenantDialog } from "./tenant/tenant-choice";
import { ViewMenuItem } from "./view-menu-item";

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

  const canChangeTenant = useTenantChoice() !== "none";
  const [tenantDialog, searchTenant] = useTenantDialog();
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
      {canChangeTenant && <MenuSeparator />}
      <TenantChoice onSearch={searchTenant} />
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
      {tenantDialog}
    </>
  );
}
