"use client";
import { useLocale, useTranslations } from "next-intl";
import { useCallback, useEffect, useRef } from "react";
import { useAreas } from "@/components/area/areas-context";
import { findRoute } from "@/components/area/route";
import { useTabStore } from "@/lib/client/tabs/context";
import type { Tab } from "@/lib/client/tabs/tab";

/** Returns the title of a tab: from its view, else from its area. */
export function useTabTitle(): (tab: Pick<Tab, "title" | "missing" | "path">) => string {
  const t = useTranslations();
  const areas = useAreas();
  return useCallback(
    ({ title, missing, path }) => {
      if (missing) return t("shell.tabs.missing");
      if (title) return title;
      const route = findRoute(areas, path);
      if (!route) return t("shell.error.pageTitle");
      const { label, createLabel } = route.area;
      return t(route.kind === "create" && createLabel ? createLabel : label);
    },
    [t, areas],
  );
}

/** Renames tabs of records with translated names when the language changes: views of hidden tabs run no effects. */
export function useTranslatedTitles(): void {
  const language = useLocale();
  const areas = useAreas();
  const { actions, getState } = useTabStore();
  const shown = useRef(language);
  useEffect(() => {
    if (shown.current === language) return;
    shown.current = language;
    for (const { id, path, title } of getState().tabs) {
      const route = findRoute(areas, path);
      if (!title || route?.kind !== "detail") continue;
      route.area.translatedName?.(route.id).then(
        (name) => shown.current === language && actions.change(id, { title: name }),
        () => undefined, // the view translates it when shown
      );
    }
  }, [language, areas, actions, getState]);
}
