"use client";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { useTabState } from "@/lib/client/tabs/context";
import type { Tab } from "@/lib/client/tabs/tab";
import { keptWidth } from "./kept-width";
import { TabButton, TabCloseButton } from "./tab-button";
import { useStripFocus, useStripKeys } from "./tab-keys";
import { TabListButton } from "./tab-list-button";
import type { MenuPlace } from "./tab-menu";
import { useTabNews } from "./tab-news";
import { useTabPointer } from "./tab-pointer";
import { useTabTitle } from "./tab-title";
import { usePart } from "./use-part";

const loadMenu = () => import("./tab-menu").then((module) => module.TabMenu);

// Wide enough for a first and a last name; there is a list of those that find no room.
const width = "minmax(148px, 184px)";
const homeWidth = "max-content";
const pinnedWidth = 44;
/** About what home takes in the languages there are. */
const homeRoom = 130;

/**
 * The open tabs. Tabs and their close buttons are laid over each other in one grid: a button inside an element of
 * role tab, or beside tabs inside the tab list, is invisible to assistive technology. Home and pinned tabs stay where
 * they are while the others scroll.
 */
export function TabStrip() {
  const t = useTranslations("shell.tabs");
  const titleOf = useTabTitle();
  const tabs = useTabState((state) => state.tabs);
  const activeId = useTabState((state) => state.activeId);
  const strip = useRef<HTMLDivElement>(null);
  const [news, say] = useTabNews();
  const [menu, setMenu] = useState<MenuPlace>();
  const [TabMenu, wantMenu] = usePart(loadMenu);

  const openMenu = useCallback(
    (place: MenuPlace) => {
      wantMenu();
      setMenu(place);
    },
    [wantMenu],
  );
  useTabPointer(strip, openMenu);
  useStripFocus(strip);
  const steer = useStripKeys({ openMenu, onPinned: (id) => say("pinnedStays", id) });

  const place = tabs.findIndex(({ id }) => id === activeId);
  const isKept = ({ persistent, pinned }: Tab) => persistent || pinned;
  const kept = tabs.filter(isKept).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab is to be seen wherever it goes
  useEffect(() => {
    const box = strip.current;
    if (!box) return;
    // Not beneath those that stay.
    box.style.scrollPaddingLeft = `${keptWidth(box)}px`;
    box
      .querySelector(`#${CSS.escape(activeId)}-tab`)
      ?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [activeId, place, kept]);

  const part = (tab: Tab, index: number) => ({
    tab,
    column: index + 1,
    title: titleOf(tab),
    active: tab.id === activeId,
  });
  return (
    <nav aria-label={t("list")} className="@container flex min-w-0 border-border border-b bg-background">
      <div
        ref={strip}
        className="grid min-w-0 flex-1 grid-rows-[35px] justify-start overflow-x-auto overscroll-x-contain [scrollbar-width:none] data-[dragging]:cursor-grabbing"
        style={{
          gridTemplateColumns: tabs
            .map(({ pinned, persistent }) => (pinned ? `${pinnedWidth}px` : persistent ? homeWidth : width))
            .join(" "),
        }}
      >
        <div role="tablist" aria-label={t("list")} className="contents" onKeyDown={steer}>
          <div
            data-kept
            className="sticky z-2 grid grid-cols-subgrid"
            // In half of a narrow window at most: there the first of them scroll away.
            style={{
              gridColumn: `1 / span ${kept}`,
              gridRow: 1,
              left: `min(0px, 50cqi - ${homeRoom + pinnedWidth * (kept - 1)}px)`,
            }}
          >
            {tabs.map((tab, index) => isKept(tab) && <TabButton key={tab.id} {...part(tab, index)} />)}
          </div>
          {tabs.map((tab, index) => !isKept(tab) && <TabButton key={tab.id} {...part(tab, index)} />)}
        </div>
        {tabs.map((tab, index) => !isKept(tab) && <TabCloseButton key={tab.id} {...part(tab, index)} />)}
      </div>
      <TabListButton />
      <VisuallyHidden>
        <span role="status">{news}</span>
      </VisuallyHidden>
      {menu && TabMenu && (
        <TabMenu key={`${menu.id} ${menu.x} ${menu.y}`} place={menu} onClose={() => setMenu(undefined)} />
      )}
    </nav>
  );
}
