"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { errorMessage } from "@/components/errors/error-message";
import { call } from "@/lib/client/api/client";
import { type BulkSaveResult, maxAtOnce } from "@/lib/contract/bulk-save";
import type { Endpoint } from "@/lib/contract/endpoint";
import { invalidateAreas } from "../list/invalidate";
import { idNameOf, type RecordCalls } from "./kind";

export interface BulkRow {
  id: string;
  name: string;
}

export interface BulkOutcome extends BulkRow {
  isSaved: boolean;
  /** Why it was not saved. */
  reason?: string;
  /** Values that revert it. */
  undo?: Values;
}

type Values = Readonly<Record<string, unknown>>;

/** Saves the rows in batches of the call's limit, and collects the result of each. */
export function useBulkSave(calls: RecordCalls, rows: readonly BulkRow[]) {
  const t = useTranslations("resource.bulkEdit");
  const common = useTranslations("common");
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [settled, setSettled] = useState(0);
  const [outcomes, setOutcomes] = useState<readonly BulkOutcome[]>();
  const isStopped = useRef(false);

  const texts = { unauthorized: common("unauthorized"), fallback: common("errorOccurred") };
  const reasonOf = ({ error }: BulkSaveResult) => {
    const fields = error?.errors?.map(({ errorMessage }) => errorMessage).join(" ");
    return fields || error?.message || error?.title || texts.fallback;
  };
  /** Saves some of the rows, with the same values. */
  const saveSome = async (some: readonly BulkRow[], values: Values): Promise<BulkOutcome[]> => {
    const found = new Map<string, Omit<BulkOutcome, keyof BulkRow>>();
    let rest = t("stopped");
    for (let from = 0; from < some.length && !isStopped.current; from += maxAtOnce) {
      const ids = some.slice(from, from + maxAtOnce).map(({ id }) => id);
      try {
        const body = { [`${idNameOf(calls)}s`]: ids, values };
        const { results } = (await call(calls.bulkSave as Endpoint, { body } as never)) as {
          results: BulkSaveResult[];
        };
        for (const one of results)
          found.set(
            one.recordId,
            one.isSaved ? { isSaved: true, undo: one.undo } : { isSaved: false, reason: reasonOf(one) },
          );
      } catch (error) {
        // A failure of the whole call would also affect the next one.
        rest = errorMessage(error, texts) ?? t("stopped");
        break;
      }
      setSettled((settled) => settled + ids.length);
    }
    return some.map((row) => ({ ...row, ...(found.get(row.id) ?? { isSaved: false, reason: rest }) }));
  };
  const run = async (work: () => Promise<readonly BulkOutcome[]>) => {
    isStopped.current = false;
    setSaving(true);
    setSettled(0);
    const all = await work();
    setOutcomes(all);
    setSaving(false);
    await invalidateAreas(client, calls.bulkSave?.affects ?? []);
    return all;
  };
  const save = (values: Values) => run(() => saveSome(rows, values));
  const undoable = (outcomes ?? []).filter(({ undo }) => undo !== undefined);
  /** Reverts the saved rows, those with the same values in one call; resolves to the result of each. */
  const undo = () =>
    run(async () => {
      const groups = new Map<string, BulkRow[]>();
      for (const { id, name, undo } of undoable) {
        const values = JSON.stringify(undo);
        groups.set(values, [...(groups.get(values) ?? []), { id, name }]);
      }
      const results: BulkOutcome[] = [];
      for (const [values, group] of groups)
        for (const { undo: _, ...result } of await saveSome(group, JSON.parse(values))) results.push(result);
      return results;
    });
  const stop = () => {
    isStopped.current = true;
  };
  return { save, undo: undoable.length > 0 ? undo : undefined, stop, settled, outcomes, isSaving };
}
