"use client";
import { useQueryClient } from "@tanstack/react-query";
import {
  BellIcon,
  CopyX,
  Keyboard,
  Languages,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Pin,
  PinOff,
  RotateCw,
  Star,
  Sun,
  Undo2,
  X,
} from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { useAreas } from "@/components/area/areas-context";
import { findRoute } from "@/components/area/route";
import type { Avatar } from "@/components/ui/avatar";
import { useSingleKeysSetting } from "@/components/ui/use-single-keys";
import { usePublicConfig } from "@/lib/client/public-config";
import { toggleShortcut } from "@/lib/client/shortcut-changes";
import { shortcutTo, useShortcuts } from "@/lib/client/shortcuts";
import { useTabState, useTabStore } from "@/lib/client/tabs/context";
import { tabsToClose } from "@/lib/client/tabs/tab-order";
import { useTheme } from "@/lib/client/theme/theme-provider";
import { languageNames } from "@/lib/i18n/language";
import { themes } from "@/lib/theme/theme";
import { setBellOpen } from "../bell/bell-state";
import { useSwitchLanguage } from "../language/use-switch-language";
import { useSignOut } from "../session/sign-out";
import { useReloadTab } from "../tabs/tab-menu";
import { useTabTitle } from "../tabs/tab-title";
import { openPalette } from "./palette-state";
import type { Searchable } from "./rank";

export interface PaletteCommand extends Searchable {
  id: string;
  icon: LucideIcon;
  /** Shown with a picture instead of the icon. */
  person?: Pick<ComponentProps<typeof Avatar>, "firstName" | "lastName" | "userName" | "src">;
  /** Equivalent keyboard shortcut. */
  keys?: string;
  /** Address that it opens. */
  address?: string;
  /** Opens a view and moves the focus there. */
  leads?: true;
  run: () => void;
}

const themeIcons = { light: Sun, dark: Moon, auto: Monitor };

/** Actions that are always available: for the active tab and for the whole workspace. */
export function useActions(): PaletteCommand[] {
  return [...useTabActions(), ...useSettings()];
}

/** Actions for the active tab. */
function useTabActions(): PaletteCommand[] {
  const t = useTranslations("shell");
  const star = useTranslations("home.star");
  const titleOf = useTabTitle();
  const areas = useAreas();
  const { actions } = useTabStore();
  const tabs = useTabState((state) => state.tabs);
  const activeId = useTabState((state) => state.activeId);
  const closed = useTabState((state) => state.closed[0]);
  const reload = useReloadTab();
  const { data: shortcuts } = useShortcuts();
  const client = useQueryClient();
  const tab = tabs.find(({ id }) => id === activeId);
  if (!tab) return [];
  const isHome = tab.path === "/";
  const isMarked = shortcutTo(tab.path, shortcuts) !== undefined;
  const isRecord = findRoute(areas, tab.path)?.kind === "detail";
  return [
    ...(isHome || !shortcuts || tab.missing
      ? []
      : [
          {
            id: "action:star",
            label: star(isMarked ? "remove" : "add"),
            hint: titleOf(tab),
            icon: Star,
            run: () =>
              void toggleShortcut(client, {
                actionUrl: tab.path,
                permissionLabel: isRecord ? (tab.title ?? "") : "",
              }),
          },
        ]),
    {
      id: "action:reload",
      label: t("tabs.menu.reload"),
      hint: titleOf(tab),
      icon: RotateCw,
      leads: true,
      run: () => void reload(tab),
    },
    ...(tab.persistent
      ? []
      : [
          {
            id: "action:pin",
            label: t(tab.pinned ? "tabs.menu.unpin" : "tabs.menu.pin"),
            hint: titleOf(tab),
            icon: tab.pinned ? PinOff : Pin,
            run: () => actions.pin(tab.id, !tab.pinned),
          },
          {
            id: "action:close",
            label: t("tabs.menu.close"),
            hint: titleOf(tab),
            icon: X,
            keys: `Alt+${t("keys.names.shift")}+W`,
            leads: true as const,
            run: () => actions.close(tab.id),
          },
        ]),
    ...(tabsToClose(tabs, activeId, "others").length > 0
      ? [
          {
            id: "action:closeOthers",
            label: t("tabs.menu.closeOthers"),
            icon: CopyX,
            run: () => actions.closeAround(activeId, "others"),
          },
        ]
      : []),
    ...(closed
      ? [
          {
            id: "action:reopen",
            label: t("tabs.menu.reopen", { title: titleOf(closed) }),
            icon: Undo2,
            keys: t("tabs.menu.reopenKey"),
            leads: true as const,
            run: () => actions.reopen(),
          },
        ]
      : []),
  ];
}

/** Actions for the whole workspace. */
function useSettings(): PaletteCommand[] {
  const t = useTranslations();
  const locale = useLocale();
  const { languages } = usePublicConfig();
  const { theme, setTheme } = useTheme();
  const switchTo = useSwitchLanguage();
  const signOut = useSignOut();
  const isSingleOn = useSingleKeysSetting();
  return [
    {
      id: "action:notifications",
      label: t("bell.label"),
      icon: BellIcon,
      // Deferred: the closing palette restores the focus, which would close the panel.
      run: () => setTimeout(() => setBellOpen(true)),
    },
    {
      id: "action:keys",
      label: t("shell.keys.title"),
      icon: Keyboard,
      keys: isSingleOn ? "?" : undefined,
      run: () => setTimeout(() => openPalette("keys")),
    },
    ...themes
      .filter((one) => one !== theme)
      .map((one) => ({
        id: `action:theme-${one}`,
        label: `${t("shell.menu.theme")}: ${t(`shell.theme.${one}`)}`,
        icon: themeIcons[one],
        run: () => setTheme(one),
      })),
    ...languages
      .filter((one) => one !== locale)
      .map((one) => ({
        id: `action:language-${one}`,
        label: `${t("shell.menu.language")}: ${languageNames[one]}`,
        icon: Languages,
        run: () => void switchTo(one),
      })),
    { id: "action:signOut", label: t("shell.menu.signOut"), icon: LogOut, run: () => void signOut() },
  ];
}
