"use client";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { routeOf } from "@/components/areas/registry";
import type { Tab } from "@/lib/client/tabs/tab";

/** Returns the title of a tab: from its view, else from its area. */
export function useTabTitle(): (tab: Pick<Tab, "title" | "missing" | "path">) => string {
  const t = useTranslations();
  return useCallback(
    ({ title, missing, path }) => {
      if (missing) return t("shell.tabs.missing");
      if (title) return title;
      const route = routeOf(path);
      if (!route) return t("shell.error.pageTitle");
      const { label, createLabel } = route.area;
      return t(route.kind === "create" && createLabel ? createLabel : label);
    },
    [t],
  );
}
