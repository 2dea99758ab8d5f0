/** Version and values at the start of an edit. */
export interface EditStart<Values> {
  version: number | undefined;
  values: Values;
}

/** The versions of a record after a concurrent change (FM-09): original, the user's, and stored. */
export interface Conflict {
  before: Readonly<Record<string, unknown>>;
  yours: Readonly<Record<string, unknown>>;
  theirs: Readonly<Record<string, unknown>>;
  /** The other user, if the server names them. */
  savedBy?: string;
}

/** The states of editing one section (docs/a-save.md). `conflict` contains the stored record. */
export type EditState<Values, Stored> =
  | { status: "reading" }
  | { status: "editing" | "saving"; start: EditStart<Values> }
  | { status: "conflicted"; start: EditStart<Values>; conflict: Conflict & { stored: Stored } };

export type EditEvent<Values, Stored> =
  /** The user pressed Edit, or restored a draft. */
  | { type: "begin"; start: EditStart<Values> }
  | { type: "save" }
  /** The save has ended with any result; follows `stop`, `rebase` or `collide`. */
  | { type: "settle" }
  /** Another user has saved since the edit began. */
  | { type: "collide"; conflict: Conflict & { stored: Stored } }
  | { type: "keepEditing" }
  /** The edit continues from the stored record. */
  | { type: "rebase"; start: EditStart<Values> }
  /** The edit was saved or cancelled. */
  | { type: "stop" };

export const reading = { status: "reading" } as const;

/** The state after an event; the same object when nothing changes. */
export function editReducer<Values, Stored>(
  state: EditState<Values, Stored>,
  event: EditEvent<Values, Stored>,
): EditState<Values, Stored> {
  switch (event.type) {
    case "begin":
    case "rebase":
      return { status: "editing", start: event.start };
    case "save":
      return state.status === "editing" ? { ...state, status: "saving" } : state;
    case "settle":
      return state.status === "saving" ? { ...state, status: "editing" } : state;
    case "collide":
      return state.status === "reading"
        ? state
        : { status: "conflicted", start: state.start, conflict: event.conflict };
    case "keepEditing":
      return state.status === "conflicted" ? { status: "editing", start: state.start } : state;
    case "stop":
      return reading;
  }
}
