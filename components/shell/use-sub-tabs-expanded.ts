"use client";
import { useQueryClient } from "@tanstack/react-query";
import { usePreferences } from "@/lib/permissions";
import { settingsWriterOf } from "@/lib/preferences/settings-writer";

/** The preference subTabsExpanded: shown at once, saved without a word. */
export function useSubTabsExpanded(): [boolean, (expanded: boolean) => void] {
  const { subTabsExpanded } = usePreferences();
  const client = useQueryClient();
  return [subTabsExpanded, (expanded) => settingsWriterOf(client).write("subTabsExpanded", String(expanded))];
}
