import { type GridMove, rowAfter } from "./grid-keys";
import { type GridPlace, headRow, indexOfRow, isGalleryGrid, placeOf, rowOf, stopsOf } from "./grid-stops";

/**
 * Returns the position that a key leads to in a grid.
 * @param place current position, whose row may not be rendered yet
 * @param stop stop that has the focus
 */
export function placeAfter(
  move: GridMove,
  stop: HTMLElement,
  place: GridPlace,
  rowCount: number,
): GridPlace | undefined {
  const row = rowOf(stop);
  if (!row) return undefined;
  const table = row.closest("table");
  if (table && isGalleryGrid(table) && indexOfRow(row) !== headRow)
    return placeInGallery(move, table, row, place, rowCount);
  if ("to" in move && !isWholeGrid(move.to)) {
    const stops = stopsOf(row);
    const step = { previous: -1, next: 1, rowStart: -stops.length, rowEnd: stops.length }[move.to];
    const target = stops[Math.min(Math.max(stops.indexOf(stop) + step, 0), stops.length - 1)];
    const reached = target && placeOf(target);
    return reached && { ...reached, row: place.row };
  }
  const next = rowAfter(move, place.row, rowCount, linesOnScreen(table, row));
  // From the head to the name of the first tile.
  if (table && isGalleryGrid(table)) return { row: next, cell: lastPlace, stop: lastPlace };
  if (!("to" in move)) return { ...place, row: next };
  const far = move.to === "gridStart" ? 0 : lastPlace;
  return { row: next, cell: far, stop: far };
}

const lastPlace = Number.MAX_SAFE_INTEGER;

/** One less than the whole lines of rows on the screen. */
function linesOnScreen(table: HTMLTableElement | null, row: HTMLTableRowElement): number {
  const box = table?.parentElement;
  return box ? Math.max(1, Math.floor(box.clientHeight / row.offsetHeight) - 1) : 1;
}

/** Left and right lead to the next tile, up and down to the next line. */
function placeInGallery(
  move: GridMove,
  table: HTMLTableElement,
  row: HTMLTableRowElement,
  place: GridPlace,
  rowCount: number,
): GridPlace {
  const body = table.tBodies[0];
  const line = body ? getComputedStyle(body).gridTemplateColumns.split(" ").length : 1;
  const to = (target: number) => ({ ...place, row: Math.min(Math.max(target, headRow), rowCount - 1) });
  if ("rows" in move) return to(Math.max(place.row + move.rows * line, move.extend ? 0 : headRow));
  if ("screens" in move) return to(Math.max(0, place.row + move.screens * line * linesOnScreen(table, row)));
  const start = place.row - (place.row % line);
  const end = rowCount - 1;
  const targets = { previous: Math.max(0, place.row - 1), next: place.row + 1, rowStart: start };
  return to({ ...targets, rowEnd: start + line - 1, gridStart: 0, gridEnd: end }[move.to]);
}

function isWholeGrid(to: string): to is "gridStart" | "gridEnd" {
  return to === "gridStart" || to === "gridEnd";
}
