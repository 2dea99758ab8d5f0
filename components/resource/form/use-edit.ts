"use client";
import { useRef, useState } from "react";
import { isSameValue } from "@/lib/client/same-value";
import { useEditScope } from "./edit-scope";
import {
  type Conflict,
  type EditEvent,
  type EditStart,
  type EditState,
  editReducer,
  reading,
} from "./edit-state";

interface EditOptions<Values, Stored> {
  /** Unique within the view. */
  section: string;
  /** Selects the edited part of the stored data. */
  valuesOf: (stored: Stored) => Values;
  /** Applies the changes from `before` to `yours` to `theirs`. */
  merge: (before: Values, yours: Values, theirs: Values) => Values;
  /** Saves the edit; resolves to whether it was saved. */
  submit: () => Promise<boolean>;
  /** Reloads the data; the section returns to reading when it resolves. */
  onSaved: (stored: Stored | undefined) => Promise<unknown>;
  /** Resets the section's own state after an edit. */
  onStop: () => void;
}

/** Runs the state machine of editing one section of a view (edit-state.ts); the section shows and sends its values itself. */
export function useEdit<Values extends Conflict["before"], Stored>({
  section,
  valuesOf,
  merge,
  submit,
  onSaved,
  onStop,
}: EditOptions<Values, Stored>) {
  const scope = useEditScope();
  const [state, setState] = useState<EditState<Values, Stored>>(reading);
  /** The same for a save in progress, which outlives the rendering that started it. */
  const latestState = useRef(state);
  const send = (event: EditEvent<Values, Stored>) => {
    latestState.current = editReducer(latestState.current, event);
    setState(latestState.current);
  };
  const latestStart = () => startOf(latestState.current);
  const conflict = state.status === "conflicted" ? state.conflict : undefined;

  const stop = () => {
    send({ type: "stop" });
    onStop();
    scope.end(section);
  };

  // The tab calls these on close, long after they were registered.
  const latest = useRef({ submit, stop });
  latest.current = { submit, stop };
  /** Includes changes made during an earlier save. */
  const saveAll = async () => {
    const saved = await latest.current.submit();
    return saved && latestStart() ? latest.current.submit() : saved;
  };

  return {
    editing: state.status !== "reading",
    /** Undefined while nothing is edited. */
    start: startOf(state),
    /** The same at this moment, for a save in progress. */
    latestStart,
    conflict,
    /** Another section of the view is being edited. */
    isBlocked: scope.active !== undefined && scope.active !== section,
    begin(from: EditStart<Values>) {
      send({ type: "begin", start: from });
      scope.begin(section, { save: saveAll, discard: () => latest.current.stop() });
    },
    /** Reports when a save starts and ends. */
    onRunning: (running: boolean) => send({ type: running ? "save" : "settle" }),
    /** Continues from the stored record. */
    rebase(version: number | undefined, values: Values) {
      send({ type: "rebase", start: { version, values } });
    },
    stop,
    /** Whether the stored record already has the values of a stale save: the response to an earlier attempt was lost. */
    isSaved(yours: Values, stored: Stored): boolean {
      const start = latestStart();
      const theirs = valuesOf(stored);
      return start !== undefined && isSameValue(merge(start.values, yours, theirs), theirs);
    },
    /** Lets the user decide after another user has saved. Returns false if the edit has ended. */
    startConflict(yours: Values, stored: Stored, savedBy: string | null | undefined): boolean {
      const start = latestStart();
      if (!start) return false;
      const theirs = valuesOf(stored);
      send({
        type: "collide",
        conflict: { stored, before: start.values, yours, theirs, savedBy: savedBy ?? undefined },
      });
      return true;
    },
    keepEditing: () => send({ type: "keepEditing" }),
    async takeTheirs() {
      await onSaved(conflict?.stored);
      stop();
    },
  };
}

function startOf<Values>(state: EditState<Values, unknown>): EditStart<Values> | undefined {
  return state.status === "reading" ? undefined : state.start;
}
