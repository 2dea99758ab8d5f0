"use client";
import { FileQuestion } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAreas } from "@/components/area/areas-context";
import { useRecentRecords, useShortcutTarget, useViewTargets } from "@/components/area/destinations";
import { findArea } from "@/components/area/route";
import { useShortcuts } from "@/lib/client/shortcuts";
import { useNavigation } from "@/lib/client/tabs";
import { formatAddress, pathKey } from "@/lib/client/tabs/address";
import { useTabState, useTabStore } from "@/lib/client/tabs/context";
import { fold } from "@/lib/format/fold";
import { useTabTitle } from "../tabs/tab-title";
import { type PaletteCommand, useActions } from "./actions";
import { useViewActions } from "./view-actions";

export interface CommandGroup {
  id: "tabs" | "recent" | "shortcuts" | "views" | "here" | "actions";
  commands: PaletteCommand[];
}

/** Commands available without a server request, limited by the user's permissions. */
export function useCommandGroups(): CommandGroup[] {
  const groups: CommandGroup[] = [
    { id: "tabs", commands: useTabs() },
    ...useElsewhere(),
    { id: "here", commands: useViewActions() },
    { id: "actions", commands: useActions() },
  ];
  return groups
    .filter(({ commands }) => commands.length > 0)
    .map(({ id, commands }) => ({
      id,
      commands: commands.map((command) => ({
        ...command,
        words: [fold(command.label), fold(`${command.hint ?? ""} ${command.label}`)],
      })),
    }));
}

function useTabs(): PaletteCommand[] {
  const t = useTranslations();
  const titleOf = useTabTitle();
  const areas = useAreas();
  const { actions } = useTabStore();
  const tabs = useTabState((state) => state.tabs);
  const activeId = useTabState((state) => state.activeId);
  // Most recently used first.
  return tabs
    .filter(({ id }) => id !== activeId)
    .toSorted((one, other) => other.used - one.used)
    .map((tab) => {
      const area = findArea(areas, tab.path.split("/")[1] ?? "");
      const label = titleOf(tab);
      const ofArea = area && t(area.label);
      return {
        id: `tab:${tab.id}`,
        label,
        hint: [tab.highlighted && t("shell.tabs.unsaved"), ofArea !== label && ofArea]
          .filter(Boolean)
          .join(" · "),
        icon: area?.icon ?? FileQuestion,
        leads: true,
        run: () => actions.activate(tab.id),
      };
    });
}

/** Recent records, shortcuts and permitted areas that are not open. */
function useElsewhere(): CommandGroup[] {
  const t = useTranslations();
  const { open } = useNavigation();
  const tabs = useTabState((state) => state.tabs);
  const recent = useRecentRecords() ?? [];
  const targetOf = useShortcutTarget();
  const { data: shortcuts = [] } = useShortcuts();
  const views = useViewTargets();
  const listed = new Set(tabs.map(({ path, query }) => pathKey(formatAddress({ path, query }))));
  const once = (command: PaletteCommand, address: string): PaletteCommand[] => {
    if (listed.has(pathKey(address))) return [];
    listed.add(pathKey(address));
    return [{ ...command, leads: true, run: () => open(address) }];
  };
  const nothing = () => {};
  return [
    {
      id: "recent",
      commands: recent.flatMap(({ path, title, area }) =>
        once(
          { id: `recent:${path}`, label: title, hint: t(area.label), icon: area.icon, run: nothing },
          path,
        ),
      ),
    },
    {
      id: "shortcuts",
      commands: shortcuts
        .flatMap((shortcut) => targetOf(shortcut) ?? [])
        .flatMap(({ actionUrl, label, icon }) =>
          once({ id: `shortcut:${actionUrl}`, label, icon, run: nothing }, actionUrl),
        ),
    },
    {
      id: "views",
      commands: views.flatMap(({ actionUrl, label, icon }) =>
        once({ id: `view:${actionUrl}`, label, icon, run: nothing }, actionUrl),
      ),
    },
  ];
}
