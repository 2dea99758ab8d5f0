"use client";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { useAreas } from "@/components/area/areas-context";
import { findArea } from "@/components/area/route";
import { placeAfterKey } from "@/components/ui/list-keys";
import { isComposing } from "@/lib/client/composition";
import { useTabState, useTabStore } from "@/lib/client/tabs/context";
import type { Tab } from "@/lib/client/tabs/tab";
import { matches } from "@/lib/client/tabs/text-match";
import { followIntoView } from "../../ui/view-focus";
import { useTabTitle } from "./tab-title";

export interface Entry {
  key: string;
  title: string;
  path: string;
  /** Name of the area if the title does not contain it. */
  area: string;
  active: boolean;
  unsaved: boolean;
  closed: boolean;
  choose: () => void;
  close?: () => void;
}

/** State of the search: text, matching tabs, and the highlighted one. */
export function useTabSearch(onClose: () => void) {
  const [phrase, setPhrase] = useState("");
  const entries = useEntries().filter(({ title, area, path }) => matches(phrase, title, area, path));
  const [wanted, setWanted] = useState<string>();
  const at = Math.max(
    0,
    entries.findIndex(({ key, active }) => (wanted === undefined ? active && phrase === "" : key === wanted)),
  );
  const current = entries[at];

  const choose = (entry: Entry) => {
    followIntoView();
    onClose();
    entry.choose();
  };
  const close = (entry: Entry) => {
    const next = entries[at + 1] ?? entries[at - 1];
    if (entry === current) setWanted(next?.key);
    entry.close?.();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    const { selectionStart, value } = event.currentTarget;
    const to = placeAfterKey(event.key, at, entries.length);
    if (to !== undefined) setWanted(entries[to]?.key);
    else if (event.key === "Enter" && current) choose(current);
    else if (event.key === "Delete" && selectionStart === value.length && current?.close) close(current);
    else return;
    event.preventDefault();
  };

  return {
    phrase,
    entries,
    current,
    choose,
    close,
    onKeyDown,
    point: ({ key }: Entry) => setWanted(key),
    type(next: string) {
      setPhrase(next);
      setWanted(undefined);
    },
  };
}

function useEntries(): Entry[] {
  const areas = useAreas();
  const t = useTranslations();
  const { actions } = useTabStore();
  const titleOf = useTabTitle();
  const namesOf = (tab: Pick<Tab, "title" | "path">) => {
    const title = titleOf(tab);
    const label = findArea(areas, tab.path.split("/")[1] ?? "")?.label;
    const area = label ? t(label) : "";
    return { title, area: area === title ? "" : area };
  };
  const tabs = useTabState((state) => state.tabs);
  const activeId = useTabState((state) => state.activeId);
  const closed = useTabState((state) => state.closed);
  return [
    ...tabs.map((tab) => ({
      key: tab.id,
      ...namesOf(tab),
      path: tab.path,
      active: tab.id === activeId,
      unsaved: tab.highlighted,
      closed: false,
      choose: () => actions.activate(tab.id),
      close: tab.persistent ? undefined : () => actions.close(tab.id),
    })),
    ...closed.map((tab, place) => ({
      key: `closed-${place}`,
      ...namesOf(tab),
      path: tab.path,
      active: false,
      unsaved: false,
      closed: true,
      choose: () => actions.reopen(place),
    })),
  ];
}
