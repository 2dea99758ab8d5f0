import { anyObject, list, oneOf, type Reader, text } from "@/lib/client/readers";
import type { ResourceColumn } from "../columns";

/** Row heights in pixels, as app/globals.css has them. */
export const densities = { compact: 28, standard: 36, comfortable: 44 } as const;
export type Density = keyof typeof densities;

export const readDensity = oneOf(["compact", "standard", "comfortable"]);

const columnIds = list(text(100), 200);

/** What a user arranged in a table. What a newer version adds is kept when an older one saves. */
export interface TableLayout {
  /** Columns taken out by hand. */
  hidden: readonly string[];
  /** Columns put in by hand: they are shown in narrow tables too. */
  shown: readonly string[];
  [added: string]: unknown;
}

export const readLayout: Reader<TableLayout> = (given) => {
  const kept = anyObject(given);
  return kept && { ...kept, hidden: columnIds(kept.hidden) ?? [], shown: columnIds(kept.shown) ?? [] };
};

export const defaultLayout: TableLayout = { hidden: [], shown: [] };

/** Whether nothing is arranged, so that nothing needs to be kept. */
export function isDefault({ hidden, shown, ...others }: TableLayout): boolean {
  return hidden.length === 0 && shown.length === 0 && Object.keys(others).length === 0;
}

/** The columns that a layout leaves, one at least. It may name columns that are gone, which is of no consequence; new ones are shown. */
export function columnsLeft<Column extends Pick<ResourceColumn<never>, "id" | "from">>(
  columns: readonly Column[],
  { hidden, shown }: TableLayout,
): readonly Column[] {
  const left = columns.filter(
    ({ id, from }) => !hidden.includes(id) && (from !== "chosen" || shown.includes(id)),
  );
  return left.length > 0 ? left : columns;
}

/** The columns that a layout leaves, as they are shown. */
export function arrange<Row>(
  columns: readonly ResourceColumn<Row>[],
  layout: TableLayout,
): ResourceColumn<Row>[] {
  return columnsLeft(columns, layout).map((column, index) =>
    // The first one leads to the record, so that it has to be there at every width.
    column.from && (index === 0 || layout.shown.includes(column.id))
      ? { ...column, from: undefined }
      : column,
  );
}

/** Shows or hides a column; `isTooNarrow` says that only its being chosen brings it on screen. */
export function withColumn(
  layout: TableLayout,
  id: string,
  visible: boolean,
  isTooNarrow: boolean,
): TableLayout {
  const without = (ids: readonly string[]) => ids.filter((other) => other !== id);
  return {
    ...layout,
    hidden: visible ? without(layout.hidden) : [...without(layout.hidden), id],
    shown: visible && isTooNarrow ? [...without(layout.shown), id] : without(layout.shown),
  };
}
