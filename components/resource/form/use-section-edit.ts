"use client";
import { useEffect, useRef } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "@/lib/client/api/error";
import { type Draft, fitted } from "@/lib/client/drafts/draft";
import { isSameValue } from "@/lib/client/same-value";
import { useTab } from "@/lib/client/tabs";
import { useEditScope } from "./edit-scope";
import type { EditStart } from "./edit-state";
import { useSaveForm } from "./save-form";
import { mergeThreeWay } from "./three-way";
import { useDraft } from "./use-draft";
import { useEdit } from "./use-edit";

export interface Stored {
  version: number;
  updatedBy?: string | null;
}

export interface SectionEditOptions<Values extends FieldValues, Record extends Stored> {
  /** Unique within the view. */
  id: string;
  title: string;
  record: Record;
  /** Selects the part of the record that this section edits. */
  valuesOf: (record: Record) => Values;
  label: (name: string) => string;
  /** Saves against the version at the start of the edit, to detect concurrent changes (FM-09). */
  save: (values: Values, version: number) => Promise<Record>;
  /** Reloads the data; the section returns to reading when it resolves. */
  onSaved: (stored: Record | undefined) => Promise<unknown>;
  /** Suppresses the success message where the result is visible. */
  quiet?: boolean;
}

/** Edits one section of a record, from Edit or a draft to Save or Cancel, without losing input. */
export function useSectionEdit<Values extends FieldValues, Record extends Stored>(
  form: UseFormReturn<Values>,
  { id, title, record, valuesOf, label, save, onSaved, quiet }: SectionEditOptions<Values, Record>,
) {
  const tab = useTab();
  const { isPartial } = useEditScope();
  const draft = useDraft({ section: id, title, label });
  /** Sub-tab in which the edit began. */
  const subTab = useRef<string>(undefined);
  const edit = useEdit<Values, Record>({
    section: id,
    valuesOf,
    merge: mergeThreeWay,
    submit: (): Promise<boolean> => saving.submit(),
    onSaved,
    onStop: () => {
      saving.forget();
      draft.end();
    },
  });
  const { start, latestStart, stop } = edit;

  const continueEdit = (stored: Record, values: Values) => {
    const base = valuesOf(stored);
    form.reset(base);
    form.reset(values, { keepDefaultValues: true });
    subTab.current = tab.query.tab;
    edit.rebase(stored.version, base);
    draft.changed({ values, base, baseVersion: stored.version });
  };

  const saving = useSaveForm<Values, Record>({
    form,
    quiet,
    onRunning: edit.onRunning,
    save: async (values, version = latestStart()?.version ?? record.version) => {
      try {
        return await save(values, version);
      } catch (error) {
        const stale = error instanceof ApiError && error.status === 409;
        const stored = stale ? asStored<Record>(error.current) : undefined;
        if (stored && edit.isSaved(values, stored)) return stored;
        throw error;
      }
    },
    onSaved: async (stored, sent) => {
      await onSaved(stored);
      const now = form.getValues();
      // Input typed during the save starts the next edit.
      if (latestStart() && !isSameValue(now, sent))
        continueEdit(stored, mergeThreeWay(sent, { ...now }, valuesOf(stored)));
      else stop();
    },
    onConflict: (current, yours) => {
      const stored = asStored<Record>(current);
      return stored !== undefined && edit.startConflict(yours, stored, stored.updatedBy);
    },
    onFaults: () => {
      if (latestStart() && tab.query.tab !== subTab.current) tab.setQuery({ tab: subTab.current });
    },
  });

  const begin = (version: number, values: Values) => {
    subTab.current = tab.query.tab;
    saving.forget();
    edit.begin({ version, values });
  };

  return {
    ...edit,
    saving,
    draft: {
      ...draft,
      offered: useStoredDraft(form, start, isPartial ? undefined : valuesOf(record), draft),
    },
    /** Starts an edit with the stored values. */
    edit: () => {
      form.reset(valuesOf(record));
      begin(record.version, valuesOf(record));
    },
    /** Continues a draft against its original version, so that saving detects later changes. */
    restore: async (kept: Draft) => {
      if (!(await draft.adopt(kept))) return;
      const base = fitted(valuesOf(record), kept.base);
      form.reset(base as DefaultValues<Values>);
      form.reset(fitted(valuesOf(record), kept.values), { keepDefaultValues: true });
      begin(kept.baseVersion ?? record.version, base);
    },
    overwrite: (merged: Values) => {
      if (!edit.conflict) return;
      const { stored } = edit.conflict;
      continueEdit(stored, merged);
      saving.persist(merged, stored.version);
    },
  };
}

/**
 * Stores the input as a draft, and returns the draft to offer, unless its values are already stored.
 * @param stored undefined while loading
 */
function useStoredDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  start: EditStart<Values> | undefined,
  stored: Values | undefined,
  { offered, changed, discard }: ReturnType<typeof useDraft>,
): Draft | undefined {
  useEffect(() => {
    if (!start) return;
    const { version: baseVersion, values: base } = start;
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => changed({ values, base, baseVersion }),
    });
  }, [start, form, changed]);

  const idle =
    offered &&
    stored &&
    isSameValue(mergeThreeWay(fitted(stored, offered.base), fitted(stored, offered.values), stored), stored);
  useEffect(() => {
    if (offered && idle) discard(offered);
  }, [offered, idle, discard]);
  return idle || !stored ? undefined : offered;
}

/** Parses the record returned for a stale save. */
function asStored<Record extends Stored>(current: unknown): Record | undefined {
  const isRecord = typeof current === "object" && current !== null && "version" in current;
  return isRecord ? (current as Record) : undefined;
}
