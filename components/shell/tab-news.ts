"use client";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTabStore } from "@/lib/client/tabs/context";
import type { TabState } from "@/lib/client/tabs/state";
import type { Tab } from "@/lib/client/tabs/tab";
import { useTabTitle } from "./tab-title";

type Texts = ReturnType<typeof useTranslations<"shell.tabs">>;
type TitleOf = ReturnType<typeof useTabTitle>;

/** What assistive technology says about the last change of the tabs, and a way to say something else. */
export function useTabNews(): [news: string, say: (what: "pinnedStays", id: string) => void] {
  const t = useTranslations("shell.tabs");
  const titleOf = useTabTitle();
  const store = useTabStore();
  const [news, setNews] = useState("");
  const texts = useRef({ t, titleOf });
  texts.current = { t, titleOf };

  useEffect(
    () =>
      store.subscribe((after, before) => {
        const text = newsOf(after, before, texts.current.t, texts.current.titleOf);
        if (text) setNews(text);
      }),
    [store],
  );
  const say = useCallback(
    (what: "pinnedStays", id: string) => {
      const tab = store.getState().tabs.find((candidate) => candidate.id === id);
      if (tab) setNews(texts.current.t(what, { title: texts.current.titleOf(tab) }));
    },
    [store],
  );
  return [news, say];
}

function newsOf(after: TabState, before: TabState, t: Texts, titleOf: TitleOf): string {
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
