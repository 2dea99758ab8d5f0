import { type Granted, idsOf, type TreeNode, toggleAll } from "./tree";

/** Columns for what most views and sections have; everything else is in the last column. */
export const columns = ["see", "add", "edit", "delete", "history"] as const;
export type Column = (typeof columns)[number];

const columnOfAction = new Map<string | undefined, Column>([
  ["AddAction", "add"],
  ["EditAction", "edit"],
  ["DeleteAction", "delete"],
  ["HistoryAction", "history"],
]);

/** A view or section. */
export interface MatrixRow {
  /** The permission that shows it. */
  id: string;
  /** The view of a section. */
  view?: string;
  cells: Readonly<Partial<Record<Column, string>>>;
  /** Permissions without a column of their own. */
  other: readonly string[];
}

/** Lays out a tree as rows and columns. Each permission has exactly one cell: by its last part, else in the last column. */
export function matrixOf(nodes: readonly TreeNode[]): MatrixRow[] {
  return nodes.flatMap(({ view, actions, segments }) => [
    rowOf(view.permissionId, actions),
    ...segments.map(({ segment, actions: own }) => ({
      ...rowOf(segment.permissionId, own),
      view: view.permissionId,
    })),
  ]);
}

function rowOf(id: string, actions: TreeNode["actions"]): MatrixRow {
  const cells: Partial<Record<Column, string>> = { see: id };
  const other: string[] = [];
  for (const { permissionId } of actions) {
    const column = columnOfAction.get(permissionId.split("_").at(-1));
    if (column && cells[column] === undefined) cells[column] = permissionId;
    else other.push(permissionId);
  }
  return { id, cells, other };
}

export const idsInRow = ({ cells, other }: MatrixRow): string[] => [...Object.values(cells), ...other];

/** Returns the permissions that the head of a row stands for: a view's head includes its sections. */
export function idsUnder(row: MatrixRow, rows: readonly MatrixRow[]): string[] {
  return rows.filter(({ id, view }) => id === row.id || view === row.id).flatMap(idsInRow);
}

export function idsInColumn(rows: readonly MatrixRow[], column: Column | "other"): string[] {
  return rows.flatMap(({ cells, other }) => (column === "other" ? other : (cells[column] ?? [])));
}

/** What a head shows of its permissions, and whether pressing it grants more or takes all. */
export function headOf(
  nodes: readonly TreeNode[],
  granted: Granted,
  ids: readonly string[],
  canGrant: (id: string) => boolean,
): { state: "all" | "some" | "none"; press: () => Granted } {
  const count = ids.filter((id) => granted.has(id)).length;
  return {
    state: count === 0 ? "none" : count === ids.length ? "all" : "some",
    press() {
      const more = toggleAll(nodes, granted, ids, true, canGrant);
      return more.size > granted.size ? more : toggleAll(nodes, granted, ids, false);
    },
  };
}

export const presets = ["readOnly", "everything"] as const;
type Preset = (typeof presets)[number];

/** Grants exactly the permissions of a preset, as far as the user can. */
export function applyPreset(
  preset: Preset,
  nodes: readonly TreeNode[],
  granted: Granted,
  canGrant: (id: string) => boolean,
): Granted {
  const all = idsOf(nodes);
  const wanted = preset === "everything" ? all : idsInColumn(matrixOf(nodes), "see");
  const kept = new Set(wanted);
  const without = all.filter((id) => !kept.has(id));
  return toggleAll(nodes, toggleAll(nodes, granted, without, false), wanted, true, canGrant);
}
