"use client";
import { useRef, useState } from "react";
import { isSameValue } from "@/lib/client/same-value";
import type { Conflict } from "./conflict-dialog";
import { useEditScope } from "./edit-scope";

/** Initial state of an edit. */
export interface EditStart<Values> {
  version: number | undefined;
  values: Values;
}

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

/**
 * State machine for editing a section of a view: reading, editing (FM-01), conflicted with a concurrent change (FM-09). The
 * section itself renders and sends the values.
 */
export function useEdit<Values extends Conflict["before"], Stored>({
  section,
  valuesOf,
  merge,
  submit,
  onSaved,
  onStop,
}: EditOptions<Values, Stored>) {
  const scope = useEditScope();
  const [start, showStart] = useState<EditStart<Values>>();
  /** Base of a pending save: overwriting may change the base for the next response. */
  const began = useRef(start);
  const [conflict, setConflict] = useState<Conflict & { stored: Stored }>();
  const setStart = (next: EditStart<Values> | undefined) => {
    began.current = next;
    showStart(next);
  };

  const stop = () => {
    setStart(undefined);
    setConflict(undefined);
    onStop();
    scope.end(section);
  };

  // The tab calls these on close, long after they were registered.
  const latest = useRef({ submit, stop });
  latest.current = { submit, stop };
  /** Includes changes made during an earlier save. */
  const saveAll = async () => {
    const saved = await latest.current.submit();
    return saved && began.current ? latest.current.submit() : saved;
  };

  return {
    editing: start !== undefined,
    /** Undefined while not editing. */
    start,
    began,
    conflict,
    /** Another section of the view is being edited. */
    isBlocked: scope.active !== undefined && scope.active !== section,
    begin(from: EditStart<Values>) {
      setStart(from);
      scope.begin(section, { save: saveAll, discard: () => latest.current.stop() });
    },
    /** Continues the edit on the currently stored values. */
    rebase(version: number | undefined, values: Values) {
      setConflict(undefined);
      setStart({ version, values });
    },
    stop,
    /** Whether the record returned for a stale save already has the values: the save was repeated after a lost response. */
    isSaved(yours: Values, stored: Stored): boolean {
      const { current } = began;
      const theirs = valuesOf(stored);
      return current !== undefined && isSameValue(merge(current.values, yours, theirs), theirs);
    },
    /** Starts conflict resolution after a concurrent save. False if no edit is active. */
    startConflict(yours: Values, stored: Stored, savedBy: string | null | undefined): boolean {
      const { current } = began;
      if (!current) return false;
      const theirs = valuesOf(stored);
      setConflict({ stored, before: current.values, yours, theirs, savedBy: savedBy ?? undefined });
      return true;
    },
    keepEditing: () => setConflict(undefined),
    async takeTheirs() {
      await onSaved(conflict?.stored);
      stop();
    },
  };
}
