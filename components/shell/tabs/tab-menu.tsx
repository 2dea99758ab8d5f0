"use client";
import { useQueryClient } from "@tanstack/react-query";
import {
  ArrowLeftToLine,
  ArrowRightToLine,
  Copy,
  ListRestart,
  ListX,
  Pin,
  PinOff,
  RotateCw,
  Undo2,
  X,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { lastBatch } from "@/lib/client/tabs/closing";
import { useTabState, useTabStore } from "@/lib/client/tabs/context";
import type { Tab } from "@/lib/client/tabs/tab";
import { type CloseScope, moveRange, tabsToClose } from "@/lib/client/tabs/tab-order";
import { useTabTitle } from "./tab-title";

export interface MenuPlace {
  /** Tab of the menu; undefined beside the tabs. */
  id: string | undefined;
  x: number;
  y: number;
}

/** Menu of actions for a tab; unavailable ones are omitted. */
export function TabMenu({ place, onClose }: { place: MenuPlace; onClose: () => void }) {
  const t = useTranslations("shell.tabs.menu");
  const titleOf = useTabTitle();
  const store = useTabStore();
  const tab = useTabState((state) => state.tabs).find(({ id }) => id === place.id);
  const [focused] = useState(() => document.activeElement);

  return (
    <Menu
      open
      onOpenChange={(open) => !open && onClose()}
      className="w-64"
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        // Restores the focus to the view, or to the active tab if the view has none, unless another element has taken it.
        if (document.activeElement !== document.body && !isInMenu(document.activeElement)) return;
        const view = focused?.closest<HTMLElement>("[role=tabpanel]")?.checkVisibility() ? focused : null;
        const active = document.getElementById(`${store.getState().activeId}-tab`);
        (view instanceof HTMLElement ? view : active)?.focus();
      }}
      trigger={
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          aria-label={tab ? t("label", { title: titleOf(tab) }) : t("labelAll")}
          className="pointer-events-none fixed size-0"
          style={{ left: place.x, top: place.y }}
        />
      }
    >
      {tab && <TabItems tab={tab} />}
      {tab && <MenuSeparator />}
      <CloseItems tab={tab} />
      <ReopenItems />
    </Menu>
  );
}

/** Items that change a tab or its position. */
function TabItems({ tab }: { tab: Tab }) {
  const t = useTranslations("shell.tabs.menu");
  const { actions } = useTabStore();
  const reload = useReloadTab();
  const { id } = tab;
  const { from, first, last } = moveRange(
    useTabState((state) => state.tabs),
    id,
  );
  return (
    <>
      <MenuItem icon={<RotateCw />} onSelect={() => reload(tab)}>
        {t("reload")}
      </MenuItem>
      {!tab.persistent && (
        <>
          <MenuItem icon={<Copy />} onSelect={() => actions.duplicate(id)}>
            {t("duplicate")}
          </MenuItem>
          <MenuItem icon={tab.pinned ? <PinOff /> : <Pin />} onSelect={() => actions.pin(id, !tab.pinned)}>
            {t(tab.pinned ? "unpin" : "pin")}
          </MenuItem>
        </>
      )}
      {from > first && (
        <MenuItem icon={<ArrowLeftToLine />} onSelect={() => actions.move(id, from - 1)}>
          {t("moveLeft")}
        </MenuItem>
      )}
      {from < last && (
        <MenuItem icon={<ArrowRightToLine />} onSelect={() => actions.move(id, from + 1)}>
          {t("moveRight")}
        </MenuItem>
      )}
    </>
  );
}

/** Items that close the tab, tabs around it, or all. */
function CloseItems({ tab }: { tab: Tab | undefined }) {
  const t = useTranslations("shell.tabs.menu");
  const { actions } = useTabStore();
  const tabs = useTabState((state) => state.tabs);
  const id = tab?.id ?? "";
  const closable = (scope: CloseScope) => tabsToClose(tabs, id, scope).length > 0;
  return (
    <>
      {tab && !tab.persistent && (
        <MenuItem
          icon={<X />}
          shortcut={tab.pinned ? undefined : t("closeKey")}
          onSelect={() => actions.close(id)}
        >
          {t("close")}
        </MenuItem>
      )}
      {tab && closable("others") && (
        <MenuItem icon={<ListX />} onSelect={() => actions.closeAround(id, "others")}>
          {t("closeOthers")}
        </MenuItem>
      )}
      {tab && closable("right") && (
        <MenuItem icon={<ListX />} onSelect={() => actions.closeAround(id, "right")}>
          {t("closeRight")}
        </MenuItem>
      )}
      {closable("all") && (
        <MenuItem icon={<ListX />} onSelect={() => actions.closeAround(id, "all")}>
          {t("closeAll")}
        </MenuItem>
      )}
    </>
  );
}

/** Items that reopen the last closed tab or group. */
function ReopenItems() {
  const t = useTranslations("shell.tabs.menu");
  const titleOf = useTabTitle();
  const { actions } = useTabStore();
  const closed = useTabState((state) => state.closed[0]);
  const groupSize = useTabState((state) => lastBatch(state.closed).length);
  if (!closed) return null;
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={<Undo2 />} shortcut={t("reopenKey")} onSelect={() => actions.reopen()}>
        {t("reopen", { title: titleOf(closed) })}
      </MenuItem>
      {groupSize > 1 && (
        <MenuItem icon={<ListRestart />} onSelect={() => actions.reopenBatch()}>
          {t("reopenMany", { count: groupSize })}
        </MenuItem>
      )}
    </>
  );
}

function isInMenu(element: Element | null): boolean {
  return element?.closest("[role=menu]") != null;
}

/** Reloads a tab's view with fresh data after asking about unsaved changes. */
export function useReloadTab(): (tab: Tab) => Promise<void> {
  const { actions } = useTabStore();
  const client = useQueryClient();
  return async ({ id, path, query }) => {
    if (!(await actions.confirmLoss("reload", [id]))) return;
    // The remounted view refetches; hidden tabs of the area refetch when shown.
    for (const area of [path.split("/")[1], query.collection])
      if (area) await client.invalidateQueries({ queryKey: [area], refetchType: "none" });
    actions.reload(id);
  };
}
