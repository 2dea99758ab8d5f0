"use client";
import type { LucideIcon } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useIsViewed, usePermissions, useStorageOwnerId } from "@/lib/client/permissions";
import type { NewShortcut } from "@/lib/client/shortcuts";
import { parseAddress } from "@/lib/client/tabs/address";
import { useContentKey } from "@/lib/client/tabs/content-key";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { type RecentRecord, readRecent } from "@/lib/client/tabs/recent";
import type { Area } from "./area";
import { useAreas } from "./areas-context";
import { findRoute } from "./route";

export interface Target extends NewShortcut {
  label: string;
  icon: LucideIcon;
}

/** Returns the target and label of an address; undefined if it does not exist or is not allowed. */
export function useShortcutTarget(): (shortcut: NewShortcut) => Target | undefined {
  const t = useTranslations();
  const areas = useAreas();
  const { allows, has } = usePermissions();
  return ({ actionUrl, permissionLabel }) => {
    const route = findRoute(areas, parseAddress(actionUrl).path);
    if (!route) return undefined;
    const { area, kind } = route;
    const isNew = kind === "create";
    if (!allows(area) || (isNew && !has(area.createPermission))) return undefined;
    const ofView = t(isNew && area.createLabel ? area.createLabel : area.label);
    // A view with its own permission is labelled as in menus, in the user's language.
    const isNamed = permissionLabel !== "" && permissionLabel !== nameOf(area, isNew);
    return { actionUrl, permissionLabel, icon: area.icon, label: isNamed ? permissionLabel : ofView };
  };
}

/** Views that need no record id, as shortcuts: lists, forms and single views. */
export function useViewTargets(): Target[] {
  const areas = useAreas();
  const targetOf = useShortcutTarget();
  return areas
    .filter(({ name }) => name !== "")
    .flatMap((area) => [
      { actionUrl: `/${area.name}`, permissionLabel: nameOf(area, false) },
      ...(area.views.create ? [{ actionUrl: `/${area.name}/new`, permissionLabel: nameOf(area, true) }] : []),
    ])
    .flatMap((one) => targetOf(one) ?? []);
}

/** Permitted areas that a key opens. */
export function useKeyedAreas(): (Area & { goKey: string })[] {
  const areas = useAreas();
  const { allows } = usePermissions();
  return areas.flatMap((area) => (area.goKey && allows(area) ? [{ ...area, goKey: area.goKey }] : []));
}

/** Permission that names a view. */
function nameOf({ permission, createPermission }: Area, isNew: boolean): string {
  return String((isNew ? createPermission : permission) ?? "");
}

/** Recently viewed records that the user may still see; undefined until read from storage. */
export function useRecentRecords(): (RecentRecord & { area: Area })[] | undefined {
  const areas = useAreas();
  const { allows } = usePermissions();
  const records = useStoredRecords()?.flatMap((record) => {
    const route = findRoute(areas, record.path);
    return route?.kind === "detail" && allows(route.area)
      ? { ...record, area: route.area, id: route.id }
      : [];
  });
  const names = useTranslatedNames(records ?? none);
  return records?.map((record) => ({ ...record, title: names[record.path] ?? record.title }));
}

interface NamedRecord extends RecentRecord {
  area: Area;
  id: string;
}

/** Loads the names of records that were seen in another language, by path. */
function useTranslatedNames(records: readonly NamedRecord[]): Readonly<Record<string, string>> {
  const language = useLocale();
  const [loaded, setLoaded] = useState<{ language: string; names: Record<string, string> }>();
  const foreign = records.filter((record) => record.area.translatedName && record.language !== language);
  const latest = useRef(foreign);
  latest.current = foreign;
  const paths = foreign.map(({ path }) => path).join(" ");
  useEffect(() => {
    if (paths === "") return;
    let current = true;
    const load = async ({ area, id, path }: NamedRecord) => [path, (await area.translatedName?.(id)) ?? ""];
    Promise.allSettled(latest.current.map(load)).then((results) => {
      const names = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
      if (current) setLoaded({ language, names: Object.fromEntries(names) });
    });
    return () => {
      current = false;
    };
  }, [paths, language]);
  return loaded?.language === language ? loaded.names : {};
}

/** Read each time the component is shown. */
function useStoredRecords(): RecentRecord[] | undefined {
  const prefix = usePrefix();
  const isViewed = useIsViewed();
  const userId = useStorageOwnerId();
  const contentKey = useContentKey();
  const [records, setRecords] = useState<RecentRecord[]>();
  useEffect(() => {
    if (userId === undefined) return;
    let current = true;
    readRecent({ prefix, userId, contentKey }).then(
      (found) => current && setRecords(found),
      () => current && setRecords([]),
    );
    return () => {
      current = false;
    };
  }, [prefix, userId, contentKey]);
  return isViewed ? none : records;
}

const none: never[] = [];
