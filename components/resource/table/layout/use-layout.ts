"use client";
import { type RefObject, useMemo, useState } from "react";
import { useUserSetting } from "@/lib/client/preferences/use-user-setting";
import type { ResourceColumn } from "../columns";
import type { ListEndpoint } from "../list-call";
import { type Density, defaultLayout, isDefault, readDensity, readLayout, type TableLayout } from "./layout";

export interface LayoutControl {
  layout: TableLayout;
  setLayout(layout: TableLayout): void;
  /** The same in all tables. */
  density: Density;
  setDensity(density: Density): void;
  /** Shows what a saved view says: one's own takes the place of what there was, another's is looked at for a while. */
  show(look: Look, isOwn: boolean): void;
  /** Goes back to one's own, while another's is shown. */
  showOwn?: () => void;
}

interface Look {
  layout: TableLayout;
  density: Density;
}

/** How the user arranged the table of a list, and how close together they want the rows of all tables. */
export function useLayout({ area, name }: ListEndpoint): LayoutControl {
  const [layout, storeLayout] = useUserSetting(`table.${area}.${name}`, readLayout, defaultLayout);
  const [stored, storeDensity] = useUserSetting<Density>("table.density", readDensity, "standard");
  const [lent, setLent] = useState<Look>();
  return useMemo(() => {
    const keepLayout = (next: TableLayout) => storeLayout(isDefault(next) ? null : next);
    const keepDensity = (next: Density) => storeDensity(next === "standard" ? null : next);
    return {
      layout: lent?.layout ?? layout,
      setLayout: (next) => (lent ? setLent({ ...lent, layout: next }) : keepLayout(next)),
      density: lent?.density ?? stored,
      setDensity: (next) => (lent ? setLent({ ...lent, density: next }) : keepDensity(next)),
      show(look, isOwn) {
        setLent(isOwn ? undefined : look);
        if (!isOwn) return;
        keepLayout(look.layout);
        keepDensity(look.density);
      },
      showOwn: lent && (() => setLent(undefined)),
    };
  }, [layout, storeLayout, stored, storeDensity, lent]);
}

/** The attributes of a list's records as columns. */
export interface AttributesControl {
  /** All of them; undefined until they have been loaded. */
  loaded?: readonly ResourceColumn<object>[];
  /** Has them loaded; left out where there are none, or none to be seen. */
  load?: () => void;
}

export interface LayoutTarget {
  control: LayoutControl;
  /** All columns of the table, hidden ones too. */
  columns: readonly Pick<ResourceColumn<never>, "id" | "header" | "from">[];
  /** Columns that tenants define; those that are shown are among `columns`. */
  attributes: AttributesControl;
  /** The table's own box, whose width decides about columns that nobody chose. */
  box: RefObject<HTMLElement | null>;
}
