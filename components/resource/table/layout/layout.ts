import { anyObject, dictionary, list, number, oneOf, type Reader, text } from "@/lib/client/readers";
import { columnWidths } from "@/lib/validation/column-widths";
import type { ArrangedColumn, ResourceColumn } from "../columns";

/** Row heights in pixels, as app/globals.css has them. */
export const densities = { compact: 28, standard: 36, comfortable: 44 } as const;
export type Density = keyof typeof densities;

export const readDensity = oneOf(["compact", "standard", "comfortable"]);

const columnIds = list(text(100), 200);
const widthsByColumn = dictionary(text(100), (given) => {
  const width = number(given);
  return width === undefined ? undefined : widthWithin(width);
});

/** The nearest width that a column may have, in whole pixels. */
export const widthWithin = (width: number) =>
  Math.round(Math.min(Math.max(width, columnWidths.min), columnWidths.max));

/** What a user arranged in a table. What a newer version adds is kept when an older one saves. */
export interface TableLayout {
  /** Columns taken out by hand. */
  hidden: readonly string[];
  /** Columns put in by hand: they are shown in narrow tables too. */
  shown: readonly string[];
  /** Columns as they were put in order; one that is not among them stands behind the one it follows by default. */
  order: readonly string[];
  /** Columns that stay at the front while the others scroll sideways. */
  pinned: readonly string[];
  /** By column, in pixels; the others share what is left. */
  widths: Readonly<Record<string, number>>;
  [added: string]: unknown;
}

export const readLayout: Reader<TableLayout> = (given) => {
  const kept = anyObject(given);
  const ids = (given: unknown) => columnIds(given) ?? [];
  return (
    kept && {
      ...kept,
      hidden: ids(kept.hidden),
      shown: ids(kept.shown),
      order: ids(kept.order),
      pinned: ids(kept.pinned),
      widths: widthsByColumn(kept.widths) ?? {},
    }
  );
};

export const defaultLayout: TableLayout = { hidden: [], shown: [], order: [], pinned: [], widths: {} };

/** Whether nothing is arranged, so that nothing needs to be kept. */
export function isDefault(layout: TableLayout): boolean {
  return Object.values(layout).every(
    (part) => typeof part === "object" && part !== null && Object.keys(part).length === 0,
  );
}

export type Identified = Pick<ResourceColumn<never>, "id">;

/** All columns in the order of a layout, those that are pinned first. It may name columns that are gone. */
export function inOrder<Column extends Identified>(
  columns: readonly Column[],
  { order, pinned }: TableLayout,
): Column[] {
  const placed = [...new Set(order)].flatMap((id) => columns.find((column) => column.id === id) ?? []);
  for (const [index, column] of columns.entries()) {
    const before = columns[index - 1];
    if (!placed.includes(column)) placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, column);
  }
  const isPinned = ({ id }: Column) => pinned.includes(id);
  return [...placed.filter(isPinned), ...placed.filter((column) => !isPinned(column))];
}

/** The columns that a layout leaves, in its order, one at least; new ones are shown. */
export function columnsLeft<Column extends Pick<ResourceColumn<never>, "id" | "from">>(
  columns: readonly Column[],
  layout: TableLayout,
): readonly Column[] {
  const { hidden, shown } = layout;
  const all = inOrder(columns, layout);
  const left = all.filter(
    ({ id, from }) => !hidden.includes(id) && (from !== "chosen" || shown.includes(id)),
  );
  return left.length > 0 ? left : all;
}

/** The columns that a layout leaves, as they are shown. */
export function arrange<Row>(
  columns: readonly ResourceColumn<Row>[],
  layout: TableLayout,
): ArrangedColumn<Row>[] {
  const left = columnsLeft(columns, layout);
  let pinnedWidth = 0;
  return left.map((column, index) => {
    const { id, from } = column;
    const isPinned = layout.pinned.includes(id);
    const width = layout.widths[id] ?? (isPinned ? pinnedByDefault : undefined);
    const arranged: ArrangedColumn<Row> = { ...column };
    // The first one leads to the record, so that it has to be there at every width.
    if (from && (index === 0 || layout.shown.includes(id))) arranged.from = undefined;
    // The last one takes what is left, or each would become wider than it was made.
    if (width !== undefined && (isPinned || index < left.length - 1)) arranged.pixels = width;
    if (isPinned) {
      arranged.pinnedAt = pinnedWidth;
      pinnedWidth += width ?? 0;
    }
    return arranged;
  });
}

/** Pixels of a pinned column that nobody gave a width: those behind it have to know where it ends. */
const pinnedByDefault = 200;

/** The narrowest that a table's columns may be made by its box, in pixels: below it they scroll sideways. */
export function narrowest(columns: readonly ArrangedColumn<never>[]): number {
  return columns.reduce((sum, { from, pixels }) => sum + (pixels ?? (from ? 0 : 112)), 0);
}
