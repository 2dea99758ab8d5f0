"use client";
import { useRef, useState } from "react";
import { isSameValue } from "@/lib/client/same-value";
import type { Conflict } from "./conflict-dialog";
import { useEditScope } from "./edit-scope";

/** What an edit began with. */
export interface EditStart<Values> {
  version: number | undefined;
  values: Values;
}

interface EditOptions<Values, Stored> {
  /** Unique within the view. */
  section: string;
  /** The part of what is stored that is edited. */
  valuesOf: (stored: Stored) => Values;
  /** What was changed from `before` to `yours`, done to `theirs`. */
  merge: (before: Values, yours: Values, theirs: Values) => Values;
  /** Saves what is edited; resolves to whether it was saved. */
  submit: () => Promise<boolean>;
  /** Reloads; the section returns to reading once it resolves. */
  onSaved: (stored: Stored | undefined) => Promise<unknown>;
  /** What the section itself has to forget when the edit is over. */
  onStop: () => void;
}

/**
 * The states of editing one section of a view: reading, editing (FM-01), and in conflict with what somebody else has
 * saved meanwhile (FM-09). How values are shown and sent is the section's own.
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
  /** The same for a save under way: what it overwrites may have become what the next answer is compared with. */
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

  // The tab asks through these when it closes, long after they were handed over.
  const latest = useRef({ submit, stop });
  latest.current = { submit, stop };
  /** With what was changed while an earlier save was under way. */
  const saveAll = async () => {
    const saved = await latest.current.submit();
    return saved && began.current ? latest.current.submit() : saved;
  };

  return {
    editing: start !== undefined,
    /** Undefined while nothing is edited. */
    start,
    began,
    conflict,
    /** Another section of the view is being edited. */
    isBlocked: scope.active !== undefined && scope.active !== section,
    begin(from: EditStart<Values>) {
      setStart(from);
      scope.begin(section, { save: saveAll, discard: () => latest.current.stop() });
    },
    /** Goes on from what is stored by now. */
    rebase(version: number | undefined, values: Values) {
      setConflict(undefined);
      setStart({ version, values });
    },
    stop,
    /** Whether what a stale save was answered with is what was to be saved: its answer was lost, and it was repeated. */
    isSaved(yours: Values, stored: Stored): boolean {
      const { current } = began;
      const theirs = valuesOf(stored);
      return current !== undefined && isSameValue(merge(current.values, yours, theirs), theirs);
    },
    /** Somebody else has saved: the user decides. False when nothing is edited any more. */
    collide(yours: Values, stored: Stored, savedBy: string | null | undefined): boolean {
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
