"use client";
import type { QueryClient } from "@tanstack/react-query";
import { contract } from "../contract";
import { maxShortcutLabelLength } from "../contract/shortcut-label";
import type { Shortcut } from "../contract/shortcuts";
import { call } from "./api/client";
import { type NewShortcut, shortcutsQuery, shortcutTo } from "./shortcuts";

// Apart from what shows them, which every view does: their code comes when somebody first changes one.

const scope = "shortcuts";
const { queryKey } = shortcutsQuery;

/** Asks for them anew, behind what is shown. */
export function refreshShortcuts(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey });
}

/** A change that is seen at once; one after the other, and what became of them is asked once the last is done. */
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
  // What fails is said by a toast, as of any other change.
  return mutation.execute(undefined).catch(() => undefined);
}

/** The ids of shortcuts that were added here, by the addresses that stand for them until the server has said. */
const added = new Map<string, string>();
const storedId = ({ userFavoriteActionId }: Shortcut) =>
  added.get(userFavoriteActionId) ?? userFavoriteActionId;

/** Adds a shortcut that is not there yet, and removes one that is. */
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
      added.set(actionUrl, userFavoriteActionId);
      // Until all is asked anew, it can be moved and removed already.
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

/** Lets two shortcuts swap their places. */
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
