"use client";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "@/lib/client/api/error";
import { type Problem, placeFailure } from "./submit";

export interface SaveForm<Values> {
  /** Resolves to whether it was saved, by a save that is under way already as well; never rejects. */
  submit(): Promise<boolean>;
  /** Saves values that did not come from the form, such as merged ones. */
  persist(values: Values, version?: number): Promise<boolean>;
  saving: boolean;
  problem: Problem | undefined;
  /** Counts the saves that ended with marked fields; the form moves the focus to the first of them (FM-04). */
  faults: number;
  forget(): void;
}

interface SaveFormOptions<Values extends FieldValues, Result> {
  form: UseFormReturn<Values>;
  save: (values: Values, version?: number) => Promise<Result>;
  /** Given what the form held when it was sent, too: people type on. */
  onSaved: (result: Result, sent: Values) => void | Promise<void>;
  /** Given the stored record of a 409; returns whether it takes care of it. */
  onConflict?: (current: unknown, values: Values) => boolean;
  /** Reports when a save starts and ends. */
  onRunning?: (running: boolean) => void;
  /** Fields are marked, which may not be in sight. */
  onFaults?: () => void;
  /** Said instead of 'Changes saved.' */
  successMessage?: string | ((values: Values) => string | undefined);
  /** No message when it was saved. */
  quiet?: boolean;
}

/**
 * Saves a form once at a time. Whatever fails, the form keeps what was typed, and the failure is shown beside it,
 * where it stays after the toast has gone (ER-02).
 */
export function useSaveForm<Values extends FieldValues, Result>({
  form,
  save,
  onSaved,
  onConflict,
  onRunning,
  onFaults,
  successMessage,
  quiet,
}: SaveFormOptions<Values, Result>): SaveForm<Values> {
  const [problem, setProblem] = useState<Problem>();
  const [saving, setSaving] = useState(false);
  const [faults, setFaults] = useState(0);
  const mutation = useMutation({
    mutationFn: ({ values, version }: { values: Values; version?: number }) => save(values, version),
    meta: {
      silent: quiet || "conflict",
      successMessage:
        typeof successMessage === "function"
          ? ({ values }: { values: Values }) => successMessage(values)
          : successMessage,
    },
  });

  const showFaults = () => {
    setFaults((count) => count + 1);
    onFaults?.();
  };

  const persist = useOneAtATime(async (values: Values, version?: number): Promise<boolean> => {
    setSaving(true);
    onRunning?.(true);
    setProblem(undefined);
    const sent = { ...form.getValues() };
    try {
      const result = await mutation.mutateAsync({ values, version });
      await onSaved(result, sent);
      return true;
    } catch (error) {
      // Whoever saves has thought better of it.
      if (isAborted(error)) return false;
      const conflict = error instanceof ApiError && error.status === 409 && error.current !== undefined;
      if (!(conflict && onConflict?.(error.current, values))) {
        const failure = placeFailure(error, form, Object.keys(values));
        setProblem(failure);
        if (failure.kind === "fields") showFaults();
      }
      return false;
    } finally {
      setSaving(false);
      onRunning?.(false);
    }
  });

  const submit = async (): Promise<boolean> => {
    let saved = false;
    let invalid = false;
    const onValid = async (values: Values) => {
      saved = await persist(values);
    };
    await form.handleSubmit(onValid, () => {
      invalid = true;
    })();
    // Only now are the fields marked, and the focus finds the first of them.
    if (invalid) showFaults();
    return saved;
  };

  return { submit, persist, saving, problem, faults, forget: () => setProblem(undefined) };
}

/** Whoever asks for a run while there is one gets the answer of that one. */
export function useOneAtATime<Given extends unknown[], Result>(run: (...given: Given) => Promise<Result>) {
  const underWay = useRef<Promise<Result>>(undefined);
  return (...given: Given): Promise<Result> => {
    underWay.current ??= run(...given).finally(() => {
      underWay.current = undefined;
    });
    return underWay.current;
  };
}

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
