"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { useAreas } from "@/components/area/areas-context";
import { findRoute } from "@/components/area/route";
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
