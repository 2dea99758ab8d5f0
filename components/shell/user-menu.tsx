"use client";
import { ExternalLink, Languages, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { Avatar } from "@/components/ui/avatar";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator, MenuSub } from "@/components/ui/menu";
import { useCurrentUser } from "@/lib/permissions";
import { usePublicConfig } from "@/lib/public-config";
import { isTheme, themes } from "@/lib/theme/theme";
import { useTheme } from "@/lib/theme/theme-provider";
import { LanguageChoice } from "./language-menu";
import { useSignOut } from "./sign-out";

const themeIcons = { light: Sun, dark: Moon, auto: Monitor };

export function UserMenu() {
  const t = useTranslations("shell");
  const { data: user } = useCurrentUser();
  const { hubUrl } = usePublicConfig();
  const { theme, setTheme } = useTheme();
  const signOut = useSignOut();
  const { firstName = "", lastName = "", userName = "", email = "" } = user?.profile ?? {};
  const name = `${firstName} ${lastName}`.trim() || userName;
  const ThemeIcon = themeIcons[theme];

  return (
    <Menu
      align="end"
      className="w-60"
      trigger={
        <IconButton label={t("menu.user")} tooltip={name || t("menu.user")}>
          <Avatar firstName={firstName} lastName={lastName} userName={userName} size={24} />
        </IconButton>
      }
    >
      <div className="px-2 pt-1.5 pb-2">
        <p className="truncate font-medium text-sm">{name}</p>
        <p className="truncate text-muted text-xs">{email || userName}</p>
      </div>
      <MenuSeparator />
      <MenuSub label={t("menu.language")} icon={<Languages />}>
        <LanguageChoice />
      </MenuSub>
      <MenuSub label={t("menu.theme")} icon={<ThemeIcon />}>
        <MenuRadioGroup
          label={t("menu.theme")}
          value={theme}
          onValueChange={(value) => isTheme(value) && setTheme(value)}
          options={themes.map((value) => {
            const Icon = themeIcons[value];
            return { value, label: t(`theme.${value}`), icon: <Icon /> };
          })}
        />
      </MenuSub>
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
}
