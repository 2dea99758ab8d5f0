import { type GridMove, rowAfter } from "./grid-keys";
import { type GridPlace, placeOf, rowOf, stopsOf } from "./grid-stops";

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
  if ("to" in move && !isWholeGrid(move.to)) {
    const stops = stopsOf(row);
    const step = { previous: -1, next: 1, rowStart: -stops.length, rowEnd: stops.length }[move.to];
    const target = stops[Math.min(Math.max(stops.indexOf(stop) + step, 0), stops.length - 1)];
    const reached = target && placeOf(target);
    return reached && { ...reached, row: place.row };
  }
  const box = row.closest("table")?.parentElement;
  const onScreen = box ? Math.max(1, Math.floor(box.clientHeight / row.offsetHeight) - 1) : 1;
  const next = rowAfter(move, place.row, rowCount, onScreen);
  if (!("to" in move)) return { ...place, row: next };
  const far = move.to === "gridStart" ? 0 : Number.MAX_SAFE_INTEGER;
  return { row: next, cell: far, stop: far };
}

function isWholeGrid(to: string): to is "gridStart" | "gridEnd" {
  return to === "gridStart" || to === "gridEnd";
}
