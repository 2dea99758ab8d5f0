"use client";
import { FileQuestion } from "lucide-react";
import { useTranslations } from "next-intl";
import { useAreas } from "@/components/area/areas-context";
import {
  type Target,
  useKeyedAreas,
  useRecentRecords,
  useShortcutTarget,
  useViewTargets,
} from "@/components/area/destinations";
import { findArea } from "@/components/area/route";
import { goKeys } from "@/components/ui/single-keys";
import { useSingleKeysSetting } from "@/components/ui/use-single-keys";
import { useShortcuts } from "@/lib/client/shortcuts";
import { useNavigation } from "@/lib/client/tabs";
import { formatAddress, isRecordPath, parseAddress, pathKey } from "@/lib/client/tabs/address";
import { useTabState, useTabStore } from "@/lib/client/tabs/context";
import { useTabTitle } from "../tabs/tab-title";
import { type PaletteCommand, useActions } from "./actions";
import type { Group } from "./arrange";
import { useSynonyms } from "./synonyms";
import { useViewActions } from "./view-actions";

export type CommandGroup = Group<
  "tabs" | "recent" | "shortcuts" | "views" | "here" | "actions" | "found",
  PaletteCommand
>;

/** Commands available without a server request, limited by the user's permissions; each is listed once. */
export function useCommandGroups(): CommandGroup[] {
  const synonymsOf = useSynonyms();
  const views = useViewTargets();
  const names = new Set(views.map(({ label }) => label));
  // A button of the view may lead to another view, whose name it has.
  const here = useViewActions().filter(({ label, hint }) => hint !== undefined || !names.has(label));
  const groups: CommandGroup[] = [
    { id: "tabs", commands: useTabs() },
    { id: "recent", commands: useRecent() },
    { id: "shortcuts", commands: useShortcutCommands() },
    { id: "views", commands: useViews(views) },
    { id: "here", commands: here },
    { id: "actions", commands: useActions() },
  ];
  const tabs = useTabState((state) => state.tabs);
  const seen = new Set(tabs.flatMap((tab) => [pathKey(tab.path), pathKey(formatAddress(tab))]));
  return groups
    .map(({ id, commands }) => ({
      id,
      commands: commands
        .filter(({ address }) => id === "tabs" || isNew(seen, address))
        .map((command) =>
          // A record's name means nothing else.
          isRecordPath(parseAddress(command.address ?? "").path)
            ? command
            : { ...command, synonyms: synonymsOf(command.label) },
        ),
    }))
    .filter(({ commands }) => commands.length > 0);
}

/** Whether an address has not been seen; remembers it. */
function isNew(seen: Set<string>, address: string | undefined): boolean {
  if (address === undefined) return true;
  const { path, query } = parseAddress(address);
  const { callbackUrl: _, ...own } = query;
  const key = pathKey(formatAddress({ path, query: own }));
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

/** Adds the records that the server found; of a record that is listed already, only its picture. */
export function withRecords(
  groups: readonly CommandGroup[],
  records: readonly PaletteCommand[],
): CommandGroup[] {
  const found = new Map(records.map((record) => [pathKey(record.address ?? ""), record]));
  const listed = new Set<PaletteCommand>();
  const known = groups.map(({ id, commands }) => ({
    id,
    commands: commands.map((command) => {
      const { path } = parseAddress(command.address ?? "");
      const record = isRecordPath(path) ? found.get(pathKey(path)) : undefined;
      if (!record) return command;
      listed.add(record);
      return { ...command, person: record.person, isFound: record.isFound };
    }),
  }));
  const others = records.filter((record) => !listed.has(record));
  return others.length > 0 ? [...known, { id: "found", commands: others }] : known;
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
        address: tab.path,
        leads: true,
        run: () => actions.activate(tab.id),
      };
    });
}

function useRecent(): PaletteCommand[] {
  const t = useTranslations();
  const { open } = useNavigation();
  return (useRecentRecords() ?? []).map(({ path, title, area }) => ({
    id: `recent:${path}`,
    label: title,
    hint: t(area.label),
    icon: area.icon,
    address: path,
    leads: true,
    run: () => open(path),
  }));
}

function useShortcutCommands(): PaletteCommand[] {
  const { open } = useNavigation();
  const targetOf = useShortcutTarget();
  const { data: shortcuts = [] } = useShortcuts();
  const keysOf = useGoKeysOf();
  return shortcuts
    .flatMap((shortcut) => targetOf(shortcut) ?? [])
    .map((target) => ({ ...commandTo("shortcut", target, open), keys: keysOf(target) }));
}

function useViews(views: readonly Target[]): PaletteCommand[] {
  const { open } = useNavigation();
  const keysOf = useGoKeysOf();
  return views.map((target) => ({ ...commandTo("view", target, open), keys: keysOf(target) }));
}

/** Returns the keys that open the same view. */
function useGoKeysOf(): (target: Target) => string | undefined {
  const keyed = useKeyedAreas();
  const isSingleOn = useSingleKeysSetting();
  return ({ actionUrl }) => {
    const key = isSingleOn && keyed.find(({ name }) => actionUrl === `/${name}`)?.goKey;
    return key ? goKeys(key) : undefined;
  };
}

function commandTo(
  kind: string,
  { actionUrl, label, icon }: Target,
  open: (address: string) => void,
): PaletteCommand {
  const run = () => open(actionUrl);
  return { id: `${kind}:${actionUrl}`, label, icon, address: actionUrl, leads: true, run };
}
