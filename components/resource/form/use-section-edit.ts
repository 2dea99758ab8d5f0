"use client";
import { useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "@/lib/client/api/error";
import { type Draft, fitted } from "@/lib/client/drafts/draft";
import { same } from "@/lib/client/same";
import { useTab } from "@/lib/client/tabs";
import type { Conflict } from "./conflict-dialog";
import { useEditScope } from "./edit-scope";
import { useSaveForm } from "./save-form";
import { mergeThreeWay } from "./three-way";
import { useDraft } from "./use-draft";

export interface Stored {
  version: number;
  updatedBy?: string | null;
}

export interface SectionEditOptions<Values extends FieldValues, Record extends Stored> {
  /** Unique within the view. */
  id: string;
  title: string;
  record: Record;
  /** The part of the record that this section edits. */
  valuesOf: (record: Record) => Values;
  label: (name: string) => string;
  /** Saves against the version that the edit began with, so that a change in between is noticed (FM-09). */
  save: (values: Values, version: number) => Promise<Record>;
  /** Reloads; the section returns to reading once it resolves. */
  onSaved: (stored: Record | undefined) => Promise<void>;
  /** Saves without saying so, because what is seen says it. */
  quiet?: boolean;
}

/** What an edit began with, and where. */
interface Before<Values> {
  version: number;
  values: Values;
  subTab: string | undefined;
}

/** Editing one section of a record: from Edit, or from a draft, to Save or Cancel; nothing that was typed is lost on the way. */
export function useSectionEdit<Values extends FieldValues, Record extends Stored>(
  form: UseFormReturn<Values>,
  { id, title, record, valuesOf, label, save, onSaved, quiet }: SectionEditOptions<Values, Record>,
) {
  const scope = useEditScope();
  const tab = useTab();
  const draft = useDraft({ section: id, title, label });
  const [before, showBefore] = useState<Before<Values>>();
  /** The same for a save under way: what it overwrites may have become what the next answer is compared with. */
  const began = useRef(before);
  const setBefore = (next: Before<Values> | undefined) => {
    began.current = next;
    showBefore(next);
  };
  const [conflict, setConflict] = useState<Conflict & { stored: Record }>();

  const stop = () => {
    setBefore(undefined);
    setConflict(undefined);
    saving.forget();
    draft.end();
    scope.end(id);
  };

  const goOn = (stored: Record, values: Values) => {
    const start = { version: stored.version, values: valuesOf(stored), subTab: tab.query.tab };
    form.reset(start.values);
    form.reset(values, { keepDefaultValues: true });
    setBefore(start);
    draft.changed({ values, base: start.values, baseVersion: start.version });
  };

  const saving = useSaveForm<Values, Record>({
    form,
    quiet,
    save: async (values, version = began.current?.version ?? record.version) => {
      try {
        return await save(values, version);
      } catch (error) {
        // A save whose answer was lost is repeated: what is stored is what was to be saved.
        const stale = error instanceof ApiError && error.status === 409;
        const stored = stale ? asStored<Record>(error.current) : undefined;
        const { current } = began;
        if (
          current &&
          stored &&
          same(mergeThreeWay(current.values, values, valuesOf(stored)), valuesOf(stored))
        )
          return stored;
        throw error;
      }
    },
    onSaved: async (stored, sent) => {
      await onSaved(stored);
      const now = form.getValues();
      // What was typed while it was being saved is the beginning of the next edit.
      if (began.current && !same(now, sent)) goOn(stored, mergeThreeWay(sent, { ...now }, valuesOf(stored)));
      else stop();
    },
    onConflict: (current, yours) => {
      const stored = asStored<Record>(current);
      const { current: start } = began;
      if (!start || !stored) return false;
      const theirs = valuesOf(stored);
      setConflict({ stored, before: start.values, yours, theirs, savedBy: stored.updatedBy ?? undefined });
      return true;
    },
    onFaults: () => {
      const { current: start } = began;
      if (start && tab.query.tab !== start.subTab) tab.setQuery({ tab: start.subTab });
    },
  });

  // The tab asks through these when it closes, long after they were handed over.
  const latest = useRef({ submit: saving.submit, stop });
  latest.current = { submit: saving.submit, stop };

  const begin = (version: number, values: Values) => {
    saving.forget();
    setBefore({ version, values, subTab: tab.query.tab });
    scope.begin(id, { save: saveAll, discard: () => latest.current.stop() });
  };

  /** With what was typed while an earlier save was under way. */
  const saveAll = async () => {
    const saved = await latest.current.submit();
    return saved && began.current ? latest.current.submit() : saved;
  };

  const { changed } = draft;
  useEffect(() => {
    if (!before) return;
    const { version: baseVersion, values: base } = before;
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => changed({ values, base, baseVersion }),
    });
  }, [before, form, changed]);

  // What came to be stored all the same is no draft any more.
  const { offered, discard } = draft;
  const stored = valuesOf(record);
  const idle =
    offered &&
    same(mergeThreeWay(fitted(stored, offered.base), fitted(stored, offered.values), stored), stored);
  useEffect(() => {
    if (offered && idle) discard(offered);
  }, [offered, idle, discard]);

  return {
    editing: before !== undefined,
    saving,
    conflict,
    draft: { ...draft, offered: idle ? undefined : offered },
    /** Begins with what is stored. */
    edit: () => {
      form.reset(valuesOf(record));
      begin(record.version, valuesOf(record));
    },
    /** Goes on with a draft, against the version that it was begun with: a save notices what was stored since. */
    restore: async (kept: Draft) => {
      if (!(await draft.adopt(kept))) return;
      const base = fitted(valuesOf(record), kept.base);
      form.reset(base as DefaultValues<Values>);
      form.reset(fitted(valuesOf(record), kept.values), { keepDefaultValues: true });
      begin(kept.baseVersion ?? record.version, base);
    },
    stop,
    keepEditing: () => setConflict(undefined),
    takeTheirs: async () => {
      await onSaved(conflict?.stored);
      stop();
    },
    overwrite: (merged: Values) => {
      if (!conflict) return;
      setConflict(undefined);
      goOn(conflict.stored, merged);
      saving.persist(merged, conflict.stored.version);
    },
  };
}

/** The record that a stale save was answered with. */
function asStored<Record extends Stored>(current: unknown): Record | undefined {
  const isRecord = typeof current === "object" && current !== null && "version" in current;
  return isRecord ? (current as Record) : undefined;
}
