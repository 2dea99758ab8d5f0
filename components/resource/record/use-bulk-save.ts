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
}

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
  const save = async (values: Readonly<Record<string, unknown>>) => {
    isStopped.current = false;
    setSaving(true);
    const found = new Map<string, Omit<BulkOutcome, keyof BulkRow>>();
    let rest = t("stopped");
    for (let from = 0; from < rows.length && !isStopped.current; from += maxAtOnce) {
      const ids = rows.slice(from, from + maxAtOnce).map(({ id }) => id);
      try {
        const body = { [`${idNameOf(calls)}s`]: ids, values };
        const { results } = (await call(calls.bulkSave as Endpoint, { body } as never)) as {
          results: BulkSaveResult[];
        };
        for (const one of results)
          found.set(
            one.recordId,
            one.isSaved ? { isSaved: true } : { isSaved: false, reason: reasonOf(one) },
          );
      } catch (error) {
        // A failure of the whole call would also affect the next one.
        rest = errorMessage(error, texts) ?? t("stopped");
        break;
      }
      setSettled(Math.min(rows.length, from + maxAtOnce));
    }
    const all = rows.map((row) => ({ ...row, ...(found.get(row.id) ?? { isSaved: false, reason: rest }) }));
    setOutcomes(all);
    setSaving(false);
    await invalidateAreas(client, calls.bulkSave?.affects ?? []);
  };
  const stop = () => {
    isStopped.current = true;
  };
  return { save, stop, settled, outcomes, isSaving };
}
