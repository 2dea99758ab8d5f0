"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/api/client";
import { queryKeyOf } from "@/lib/api/query";
import { contract } from "@/lib/contract";
import type { CurrentUser } from "@/lib/contract/user";
import { usePreferences } from "@/lib/permissions";
import { withSetting } from "./use-switch-language";

/** The preference subTabsExpanded: shown at once, saved without a word. */
export function useSubTabsExpanded(): [boolean, (expanded: boolean) => void] {
  const { subTabsExpanded } = usePreferences();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (expanded: boolean) =>
      call(contract.user.saveSettings, { body: { subTabsExpanded: expanded } }),
    meta: { silent: true },
    onMutate: (expanded) =>
      client.setQueryData<CurrentUser>(
        queryKeyOf(contract.user.current, {}),
        (user) => user && withSetting(user, "subTabsExpanded", String(expanded)),
      ),
  });
  return [subTabsExpanded, save.mutate];
}
