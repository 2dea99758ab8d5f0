"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTabStore } from "@/lib/tabs/context";
import type { Tab } from "@/lib/tabs/tab";

/** Has a tab's view start afresh with fresh data, after asking about unsaved changes. */
export function useReloadTab(): (tab: Tab) => Promise<void> {
  const { actions } = useTabStore();
  const client = useQueryClient();
  return async ({ id, path, query }) => {
    if (!(await actions.mayLose("reload", [id]))) return;
    // Asked for by the view once it is there again; hidden tabs of the area ask when they are looked at.
    for (const area of [path.split("/")[1], query.collection])
      if (area) await client.invalidateQueries({ queryKey: [area], refetchType: "none" });
    actions.reload(id);
  };
}
