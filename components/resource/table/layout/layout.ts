import { anyObject, dictionary, list, number, oneOf, type Reader, text } from "@/lib/client/readers";
import { columnWidths } from "@/lib/validation/column-widths";
import type { ArrangedColumn, ResourceColumn } from "../../list/columns";

/** Row heights in pixels, as in app/globals.css. */
export const densities = { compact: 28, standard: 36, comfortable: 44 } as const;
export type Density = keyof typeof densities;

export const readDensity = oneOf(["compact", "standard", "comfortable"]);

const columnIds = list(text(100), 200);
const widthsByColumn = dictionary(text(100), (given) => {
  const width = number(given);
  return width === undefined ? undefined : widthWithin(width);
});

/** Clamps a width to the allowed range, in whole pixels. */
export const widthWithin = (width: number) =>
  Math.round(Math.min(Math.max(width, columnWidths.min), columnWidths.max));

/** A user's layout of a table. Properties added by a newer version survive saving by an older one. */
export interface TableLayout {
  /** Columns hidden by the user. */
  hidden: readonly string[];
  /** Columns added by the user, shown in narrow tables too. */
  shown: readonly string[];
  /** Column order; a column missing here follows its default predecessor. */
  order: readonly string[];
  /** Columns that stay in view when scrolling sideways. */
  pinned: readonly string[];
  /** Widths by column in pixels; the others share the rest. */
  widths: Readonly<Record<string, number>>;
  /** The list's other look: pictures instead of rows, or rows instead of a timeline. */
  gallery?: unknown;
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

/** Whether the layout is the default one, which is not stored. */
export function isDefault(layout: TableLayout): boolean {
  return Object.values(layout).every(
    (part) => typeof part === "object" && part !== null && Object.keys(part).length === 0,
  );
}

/** Whether a list that offers two looks is in the other one. */
export const hasOtherLook = ({ gallery }: TableLayout) => gallery === true;

/** Changes between the looks of a list; the first one is the default, which is not stored. */
export function withOtherLook({ gallery: _, ...layout }: TableLayout, isWanted: boolean): TableLayout {
  return { ...(layout as TableLayout), ...(isWanted && { gallery: true }) };
}

export type Identified = Pick<ResourceColumn<never>, "id">;

/** Returns all columns in the order of a layout, pinned ones first. The layout may name deleted columns. */
export function orderColumns<Column extends Identified>(
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

/** Returns the visible columns of a layout in order, at least one; new columns are visible. */
export function visibleColumns<Column extends Pick<ResourceColumn<never>, "id" | "from">>(
  columns: readonly Column[],
  layout: TableLayout,
): readonly Column[] {
  const { hidden, shown } = layout;
  const all = orderColumns(columns, layout);
  const left = all.filter(
    ({ id, from }) => !hidden.includes(id) && (from !== "chosen" || shown.includes(id)),
  );
  return left.length > 0 ? left : all;
}

/** Applies a layout to the columns. */
export function arrange<Row>(
  columns: readonly ResourceColumn<Row>[],
  layout: TableLayout,
): ArrangedColumn<Row>[] {
  const left = visibleColumns(columns, layout);
  let pinnedWidth = 0;
  return left.map((column, index) => {
    const { id, from } = column;
    const isPinned = layout.pinned.includes(id);
    const width = layout.widths[id] ?? (isPinned ? pinnedByDefault : undefined);
    const arranged: ArrangedColumn<Row> = { ...column };
    // The first one links to the record and must be visible at every width.
    if (from && (index === 0 || layout.shown.includes(id))) arranged.from = undefined;
    // The last column takes the remaining width, otherwise all would become wider than set.
    if (width !== undefined && (isPinned || index < left.length - 1)) arranged.pixels = width;
    if (isPinned) {
      arranged.pinnedAt = pinnedWidth;
      pinnedWidth += width ?? 0;
    }
    return arranged;
  });
}

/** Default width of a pinned column in pixels: the offset of the next ones depends on it. */
const pinnedByDefault = 200;

/** Minimum width of the table in pixels, below which it scrolls sideways. */
export function minTableWidth(columns: readonly ArrangedColumn<never>[]): number {
  return columns.reduce((sum, { from, pixels }) => sum + (pixels ?? (from ? 0 : 112)), 0);
}
