import { type Identified, orderColumns, type TableLayout, widthWithin } from "./layout";

// Loaded on demand, since lists are rarely rearranged.

const without = (ids: readonly string[], id: string) => ids.filter((other) => other !== id);

/** Shows or hides a column; `isTooNarrow` means that it is visible only if added explicitly. */
export function withColumn(
  layout: TableLayout,
  id: string,
  visible: boolean,
  isTooNarrow: boolean,
): TableLayout {
  const hidden = without(layout.hidden, id);
  const shown = without(layout.shown, id);
  return {
    ...layout,
    hidden: visible ? hidden : [...hidden, id],
    shown: visible && isTooNarrow ? [...shown, id] : shown,
  };
}

/** Moves a column to the position of another one. */
export function withMoved(
  layout: TableLayout,
  columns: readonly Identified[],
  id: string,
  target: string,
): TableLayout {
  const ids = orderColumns(columns, layout).map((column) => column.id);
  return { ...layout, order: without(ids, id).toSpliced(ids.indexOf(target), 0, id) };
}

/** Pins a column at its current width, or unpins it. */
export function withPinned(layout: TableLayout, id: string, isPinned: boolean, width?: number): TableLayout {
  const pinned = without(layout.pinned, id);
  if (!isPinned) return { ...layout, pinned };
  const kept = layout.widths[id] ?? width;
  return {
    ...layout,
    pinned: [...pinned, id],
    widths: kept === undefined ? layout.widths : { ...layout.widths, [id]: widthWithin(kept) },
  };
}

/** Sets the width of a column, or resets it. */
export function withWidth(layout: TableLayout, id: string, width: number | undefined): TableLayout {
  const { [id]: _, ...widths } = layout.widths;
  return { ...layout, widths: width === undefined ? widths : { ...widths, [id]: widthWithin(width) } };
}
