"use client";
import { type RefObject, useMemo, useState } from "react";
import { useUserSetting } from "@/lib/client/preferences/use-user-setting";
import type { ResourceColumn } from "../../list/columns";
import type { ListEndpoint } from "../../list/list-call";
import { type Density, defaultLayout, isDefault, readDensity, readLayout, type TableLayout } from "./layout";

export interface LayoutControl {
  layout: TableLayout;
  setLayout(layout: TableLayout): void;
  /** Shared by all tables. */
  density: Density;
  setDensity(density: Density): void;
  /** Applies a saved view: the user's own replaces the current layout, another user's is shown temporarily. */
  show(look: Look, isOwn: boolean): void;
  /** Returns to the user's own layout while another one is shown. */
  showOwn?: () => void;
}

interface Look {
  layout: TableLayout;
  density: Density;
}

/** The user's layout of a list, and the row density of all tables. */
export function useLayout({ area, name }: ListEndpoint): LayoutControl {
  const [layout, storeLayout] = useUserSetting(`table.${area}.${name}`, readLayout, defaultLayout);
  const [stored, storeDensity] = useUserSetting<Density>("table.density", readDensity, "standard");
  const [temporary, setTemporary] = useState<Look>();
  return useMemo(() => {
    const saveLayout = (next: TableLayout) => storeLayout(isDefault(next) ? null : next);
    const saveDensity = (next: Density) => storeDensity(next === "standard" ? null : next);
    return {
      layout: temporary?.layout ?? layout,
      setLayout: (next) => (temporary ? setTemporary({ ...temporary, layout: next }) : saveLayout(next)),
      density: temporary?.density ?? stored,
      setDensity: (next) => (temporary ? setTemporary({ ...temporary, density: next }) : saveDensity(next)),
      show(look, isOwn) {
        setTemporary(isOwn ? undefined : look);
        if (!isOwn) return;
        saveLayout(look.layout);
        saveDensity(look.density);
      },
      showOwn: temporary && (() => setTemporary(undefined)),
    };
  }, [layout, storeLayout, stored, storeDensity, temporary]);
}

/** The attributes of a list's records as columns. */
export interface AttributesControl {
  /** All attributes; undefined until loaded. */
  loaded?: readonly ResourceColumn<object>[];
  /** Loads the attributes; omitted where there are none, or without permission. */
  load?: () => void;
}

export interface LayoutTarget {
  control: LayoutControl;
  /** All columns of the table, including hidden ones. */
  columns: readonly Pick<ResourceColumn<never>, "id" | "header" | "from">[];
  /** Custom attributes as columns; visible ones are among `columns`. */
  attributes: AttributesControl;
  /** The table's box; its width decides on columns without a user setting. */
  box: RefObject<HTMLElement | null>;
}
