/** Movement caused by a key in a grid (WAI-ARIA Authoring Practices, grid pattern). */
export type GridMove =
  /** To the previous or next control in the row, or to its ends. */
  | { to: "previous" | "next" | "rowStart" | "rowEnd" }
  /** To another row: by rows, by screens, or to the ends of the grid. */
  | { rows: number; extend?: boolean }
  | { screens: 1 | -1 }
  | { to: "gridStart" | "gridEnd" };

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** Returns the movement for a key; undefined for other keys. */
export function moveOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): GridMove | undefined {
  if (altKey) return undefined;
  const whole = ctrlKey || metaKey;
  if (key === "Home") return { to: whole ? "gridStart" : "rowStart" };
  if (key === "End") return { to: whole ? "gridEnd" : "rowEnd" };
  if (whole) return undefined;
  if (key === "ArrowUp") return { rows: -1, extend: shiftKey };
  if (key === "ArrowDown") return { rows: 1, extend: shiftKey };
  if (shiftKey) return undefined;
  if (key === "ArrowLeft") return { to: "previous" };
  if (key === "ArrowRight") return { to: "next" };
  if (key === "PageUp") return { screens: -1 };
  if (key === "PageDown") return { screens: 1 };
  return undefined;
}

/** Returns the target row of a movement; -1 is the head. */
export function rowAfter(move: GridMove, from: number, rowCount: number, rowsOnScreen: number): number {
  const last = rowCount - 1;
  if ("rows" in move) return clamp(from + move.rows, move.extend ? 0 : -1, last);
  if ("screens" in move) return clamp(from + move.screens * rowsOnScreen, Math.min(0, last), last);
  if (move.to === "gridStart") return Math.min(0, last);
  return move.to === "gridEnd" ? last : from;
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);
