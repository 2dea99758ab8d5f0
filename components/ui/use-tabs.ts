"use client";
import { type KeyboardEvent, useId } from "react";

interface TabsOptions {
  label: string;
  /** The id of the tab that is shown. */
  value: string;
  onSelect: (id: string) => void;
  /** The tabs stand below each other. */
  vertical?: boolean;
}

/**
 * Tabs that are selected as they get the focus, to which arrow keys, Home and End take it (WAI-ARIA Authoring Practices).
 * @returns the attributes of the element around the tabs, and of the tab and the panel of an id
 */
export function useTabs({ label, value, onSelect, vertical = false }: TabsOptions) {
  const base = useId();
  const stateOf = (id: string) => (id === value ? "active" : "inactive");
  const select = (id: string) => () => id !== value && onSelect(id);
  return {
    list: {
      role: "tablist",
      "aria-label": label,
      "aria-orientation": vertical ? "vertical" : "horizontal",
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => steer(event, vertical),
    },
    tabOf: (id: string) => ({
      type: "button" as const,
      role: "tab",
      id: `${base}-tab-${id}`,
      "aria-selected": id === value,
      "aria-controls": `${base}-panel-${id}`,
      tabIndex: id === value ? 0 : -1,
      "data-state": stateOf(id),
      onClick: select(id),
      onFocus: select(id),
    }),
    panelOf: (id: string) => ({
      role: "tabpanel",
      id: `${base}-panel-${id}`,
      "aria-labelledby": `${base}-tab-${id}`,
      tabIndex: 0,
      hidden: id !== value,
      "data-state": stateOf(id),
    }),
  } as const;
}

function steer(event: KeyboardEvent<HTMLElement>, vertical: boolean) {
  const { key, target, currentTarget, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (ctrlKey || metaKey || altKey || shiftKey) return;
  const tabs = [...currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = tabs.indexOf(target as HTMLElement);
  const [back, forth] = vertical ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
  const places: Record<string, number> = { [back]: at - 1, [forth]: at + 1, Home: 0, End: -1 };
  const place = places[key];
  if (at < 0 || place === undefined) return;
  event.preventDefault();
  tabs.at(place % tabs.length)?.focus();
}
