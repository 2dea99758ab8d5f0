"use client";
import type { QueryClient } from "@tanstack/react-query";
import { contract } from "../contract";
import { maxShortcutLabelLength } from "../contract/shortcut-label";
import type { Shortcut } from "../contract/shortcuts";
import { call } from "./api/client";
import { type NewShortcut, shortcutsQuery, shortcutTo } from "./shortcuts";

// Separate from the code that shows shortcuts, which every view loads: loaded on the first change.

const scope = "shortcuts";
const { queryKey } = shortcutsQuery;

/** Refetches the shortcuts in the background. */
export function refreshShortcuts(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey });
}

/** Applies a change at once; sends changes sequentially, and refetches after the last. */
function apply(
  client: QueryClient,
  run: () => Promise<unknown>,
  change: (shortcuts: Shortcut[]) => Shortcut[],
): Promise<unknown> {
  const mutation = client.getMutationCache().build(client, {
    scope: { id: scope },
    mutationKey: [scope],
    mutationFn: run,
    onMutate: async () => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (before) => before && change(before));
    },
    onSettled: () => (client.isMutating({ mutationKey: [scope] }) > 1 ? undefined : refreshShortcuts(client)),
  });
  // Failures show a toast, as for any other change.
  return mutation.execute(undefined).catch(() => undefined);
}

/** Ids of shortcuts added here, by the temporary address used until the server responds. */
const addedIds = new Map<string, string>();
const storedId = ({ userFavoriteActionId }: Shortcut) =>
  addedIds.get(userFavoriteActionId) ?? userFavoriteActionId;

/** Adds a shortcut, or removes an existing one. */
export function toggleShortcut(
  client: QueryClient,
  { actionUrl, permissionLabel }: NewShortcut,
): Promise<unknown> {
  const known = shortcutTo(actionUrl, client.getQueryData(queryKey));
  if (known) return removeShortcut(client, known);
  const given = { actionUrl, permissionLabel: permissionLabel.slice(0, maxShortcutLabelLength) };
  return apply(
    client,
    async () => {
      const userFavoriteActionId = await call(contract.user.addAction, { body: given });
      addedIds.set(actionUrl, userFavoriteActionId);
      // Allows moving and removing it before the refetch.
      client.setQueryData(queryKey, (before) =>
        before?.map((one) =>
          one.userFavoriteActionId === given.actionUrl ? { ...one, userFavoriteActionId } : one,
        ),
      );
    },
    (before) => [...before, { ...given, userFavoriteActionId: given.actionUrl }],
  );
}

export function removeShortcut(client: QueryClient, shortcut: Shortcut): Promise<unknown> {
  const { userFavoriteActionId } = shortcut;
  return apply(
    client,
    () => call(contract.user.removeAction, { params: { userFavoriteActionId: storedId(shortcut) } }),
    (before) => before.filter((one) => one.userFavoriteActionId !== userFavoriteActionId),
  );
}

/** Swaps two shortcuts. */
export function swapShortcuts(client: QueryClient, one: Shortcut, other: Shortcut): Promise<unknown> {
  const { userFavoriteActionId } = one;
  const { userFavoriteActionId: otherId } = other;
  return apply(
    client,
    () =>
      call(contract.user.swapActions, {
        params: { userFavoriteActionId: storedId(one), otherId: storedId(other) },
      }),
    (before) =>
      before.map((each) => {
        if (each.userFavoriteActionId === userFavoriteActionId) return other;
        return each.userFavoriteActionId === otherId ? one : each;
      }),
  );
}
