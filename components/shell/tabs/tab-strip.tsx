"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { tinykeys } from "tinykeys";
import { IconButton } from "@/components/ui/icon-button";
import { isDialogOpen } from "@/components/ui/view-focus";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { isComposing, isTypedByAlt } from "@/lib/client/composition";
import { useTabState, useTabStore } from "@/lib/client/tabs/context";
import type { TabState } from "@/lib/client/tabs/state";
import type { Tab } from "@/lib/client/tabs/tab";
import { usePart } from "../../loading/use-part";
import { showActiveTab, useFittingTabs } from "./fitting-tabs";
import { TabButton, TabCloseButton } from "./tab-button";
import { useStripFocus, useStripKeys } from "./tab-keys";
import type { MenuPlace } from "./tab-menu";
import { useTabPointer } from "./tab-pointer";
import { useTabTitle } from "./tab-title";

const loadMenu = () => import("./tab-menu").then((module) => module.TabMenu);

// The tab list shows tabs that do not fit.
const width = "minmax(var(--tab-width, 148px), 208px)";
const homeWidth = "max-content";
const pinnedWidth = 44;

/**
 * The open tabs. Tabs and close buttons overlap in one grid: a button inside role=tab, or beside tabs in the tab list, is
 * invisible to assistive technology. Home and pinned tabs are sticky.
 */
export function TabStrip() {
  const t = useTranslations("shell.tabs");
  const titleOf = useTabTitle();
  const tabs = useTabState((state) => state.tabs);
  const activeId = useTabState((state) => state.activeId);
  const strip = useRef<HTMLDivElement>(null);
  const [announcement, announce] = useTabAnnouncements();
  const [menu, setMenu] = useState<MenuPlace>();
  const [TabMenu, requestMenu] = usePart(loadMenu);

  const openMenu = useCallback(
    (place: MenuPlace) => {
      requestMenu();
      setMenu(place);
    },
    [requestMenu],
  );
  useTabPointer(strip, openMenu);
  useStripFocus(strip);
  const onStripKey = useStripKeys({ openMenu, onPinned: (id) => announce("pinnedStays", id) });

  const place = tabs.findIndex(({ id }) => id === activeId);
  const isKept = ({ persistent, pinned }: Tab) => persistent || pinned;
  const kept = tabs.filter(isKept).length;
  useFittingTabs(strip);
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the active tab visible
  useEffect(() => {
    // With the frame, which computes the layout anyway.
    const frame = requestAnimationFrame(() => strip.current && showActiveTab(strip.current));
    return () => cancelAnimationFrame(frame);
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
        className="tab-strip min-w-0 flex-1 overflow-x-auto"
        style={{
          gridTemplateColumns: tabs
            .map(({ pinned, persistent }) => (pinned ? `${pinnedWidth}px` : persistent ? homeWidth : width))
            .join(" "),
        }}
      >
        <div role="tablist" aria-label={t("list")} className="contents" onKeyDown={onStripKey}>
          <div
            data-kept
            className="sticky z-2 grid grid-cols-subgrid"
            // At most half of a narrow window; the sticky tabs scroll there.
            style={{
              gridColumn: `1 / span ${kept}`,
              gridRow: 1,
              left: `min(0px, 50cqi - var(--home-width) - ${pinnedWidth * (kept - 1)}px)`,
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
        <span role="status">{announcement}</span>
      </VisuallyHidden>
      {menu && TabMenu && (
        <TabMenu key={`${menu.id} ${menu.x} ${menu.y}`} place={menu} onClose={() => setMenu(undefined)} />
      )}
    </nav>
  );
}

const loadList = () => import("./tab-list").then((module) => module.TabList);

/** Opens the list of all tabs, including those that do not fit the strip. */
function TabListButton() {
  const t = useTranslations("shell.tabs.search");
  const count = useTabState((state) => state.tabs.length);
  const [open, setOpen] = useState(false);
  const [TabList, want] = usePart(loadList);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  useEffect(
    () =>
      tinykeys(window, {
        "Alt+Shift+KeyA": (event) => {
          if (isDialogOpen() || isComposing(event) || isTypedByAlt(event)) return;
          event.preventDefault();
          want();
          setOpen((before) => !before);
        },
      }),
    [want],
  );

  const label = t("open", { count });
  return (
    <div className="relative flex w-9 shrink-0 items-center justify-center border-border border-l">
      <IconButton
        ref={button}
        label={label}
        tooltip={`${label} (${t("key")})`}
        size="sm"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={want}
        onFocus={want}
        // Pressing outside the open list has closed it before the click arrives.
        onPointerDown={() => {
          wasOpen.current = open;
        }}
        onClick={({ detail }) => {
          want();
          setOpen(detail > 0 ? !wasOpen.current : !open);
        }}
      >
        <ChevronDown />
      </IconButton>
      {open && TabList && <TabList onClose={() => setOpen(false)} button={button} />}
    </div>
  );
}

type Texts = ReturnType<typeof useTranslations<"shell.tabs">>;
type TitleOf = ReturnType<typeof useTabTitle>;

/** Live-region text about the last tab change, and a function to announce other events. */
function useTabAnnouncements(): [announcement: string, announce: (what: "pinnedStays", id: string) => void] {
  const t = useTranslations("shell.tabs");
  const titleOf = useTabTitle();
  const store = useTabStore();
  const [announcement, setAnnouncement] = useState("");
  const texts = useRef({ t, titleOf });
  texts.current = { t, titleOf };

  useEffect(
    () =>
      store.subscribe((after, before) => {
        const text = announcementOf(after, before, texts.current.t, texts.current.titleOf);
        if (text) setAnnouncement(text);
      }),
    [store],
  );
  const announce = useCallback(
    (what: "pinnedStays", id: string) => {
      const tab = store.getState().tabs.find((candidate) => candidate.id === id);
      if (tab) setAnnouncement(texts.current.t(what, { title: texts.current.titleOf(tab) }));
    },
    [store],
  );
  return [announcement, announce];
}

function announcementOf(after: TabState, before: TabState, t: Texts, titleOf: TitleOf): string {
  if (after.tabs === before.tabs && after.activeId === before.activeId) return "";
  const earlier = new Map(before.tabs.map((tab) => [tab.id, tab]));
  const closed = after.closed === before.closed ? [] : before.tabs.filter((tab) => !has(after, tab));
  const pinned = after.tabs.find((tab) => tab.pinned !== (earlier.get(tab.id)?.pinned ?? tab.pinned));
  const active =
    after.activeId === before.activeId ? undefined : after.tabs.find(({ id }) => id === after.activeId);
  const texts: string[] = [];
  const [first] = closed;
  if (first)
    texts.push(
      closed.length === 1
        ? t("closed", { title: titleOf(first) })
        : t("closedMany", { count: closed.length }),
    );
  const reopened = after.tabs.filter(({ id }) => !earlier.has(id)).length;
  if (reopened > 1 && after.closed.length < before.closed.length)
    texts.push(t("reopenedMany", { count: reopened }));
  if (pinned) texts.push(t(pinned.pinned ? "pinned" : "unpinned", { title: titleOf(pinned) }));
  if (active) texts.push(t("activated", { title: titleOf(active) }));
  const place = after.tabs.findIndex(({ id }) => id === after.moved?.id);
  const moved = after.tabs[place];
  if (moved && after.moved !== before.moved)
    texts.push(t("moved", { title: titleOf(moved), place: place + 1, count: after.tabs.length }));
  return texts.join(" ");
}

function has({ tabs }: TabState, { id }: Tab): boolean {
  return tabs.some((tab) => tab.id === id);
}
