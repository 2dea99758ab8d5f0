// See docs/decisions/0018.

/** Focus position in a grid: row index in the list (-1 for the head), cell, and stop within the cell. */
export interface GridPlace {
  row: number;
  cell: number;
  stop: number;
}

export const headRow = -1;

// A row's panel is opened by a key.
const widgets = ":is(a[href], button):not([data-peek]), input, select, textarea";

const isShown = (element: Element) => element.getClientRects().length > 0;

const cellsOf = (row: HTMLTableRowElement) => [...row.cells].filter(isShown);

const stopsIn = (cell: HTMLTableCellElement): HTMLElement[] => {
  const found = [...cell.querySelectorAll<HTMLElement>(widgets)].filter(isShown);
  return found.length > 0 ? found : [cell];
};

/** Returns the arrow-key stops of a row: the controls of each cell, or the cell itself without controls. */
export const stopsOf = (row: HTMLTableRowElement): HTMLElement[] => cellsOf(row).flatMap(stopsIn);

/** Whether the rows of a grid are tiles, several in a line. */
export const isGalleryGrid = (grid: HTMLTableElement) => grid.dataset.gallery !== undefined;

export const rowOf = (element: Element): HTMLTableRowElement | null => element.closest("tr");

/** Returns the index of a row in the list; the head's is {@link headRow}. */
export function indexOfRow(row: HTMLTableRowElement): number {
  return row.dataset.index === undefined ? headRow : Number(row.dataset.index);
}

export function rowAt(grid: HTMLTableElement, index: number): HTMLTableRowElement | null {
  return index === headRow
    ? (grid.tHead?.rows[0] ?? null)
    : grid.querySelector<HTMLTableRowElement>(`tr[data-index="${index}"]`);
}

/** Returns the stop that is or contains an element. */
export function stopAt(element: Element): HTMLElement | undefined {
  const row = rowOf(element);
  const cell = element.closest("td, th");
  if (!row || !cell) return undefined;
  const stops = stopsOf(row);
  return (
    stops.find((stop) => stop === element || stop.contains(element)) ?? stops.find((s) => cell.contains(s))
  );
}

export function placeOf(stop: HTMLElement): GridPlace | undefined {
  const row = rowOf(stop);
  if (!row) return undefined;
  const cells = cellsOf(row);
  const cell = cells.findIndex((candidate) => candidate.contains(stop));
  const within = cells[cell];
  return { row: indexOfRow(row), cell, stop: within ? stopsIn(within).indexOf(stop) : 0 };
}

/** Returns the stop nearest to a position in a row, which may have fewer cells or stops. */
export function nearestStop(row: HTMLTableRowElement, place: Pick<GridPlace, "cell" | "stop">) {
  const cells = cellsOf(row);
  const cell = cells[Math.min(Math.max(place.cell, 0), cells.length - 1)];
  const stops = cell ? stopsIn(cell) : [];
  return stops[Math.min(Math.max(place.stop, 0), stops.length - 1)];
}

/** Makes one stop the grid's only tab stop. */
export function keepOneTabStop(grid: HTMLTableElement, chosen: HTMLElement | undefined): void {
  for (const element of grid.querySelectorAll<HTMLElement>(`${widgets}, [tabindex="0"]`))
    if (element !== chosen && element.getAttribute("tabindex") !== "-1") element.tabIndex = -1;
  if (chosen && chosen.getAttribute("tabindex") !== "0") chosen.tabIndex = 0;
}
