"use client";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { ApiError } from "@/lib/client/api/error";
import { type Problem, placeFailure } from "./submit";

export interface SaveForm<Values> {
  /** Resolves to whether the form was saved, joining a save already in progress; never rejects. */
  submit(): Promise<boolean>;
  /** Saves values from outside the form, such as merged ones. */
  persist(values: Values, version?: number): Promise<boolean>;
  saving: boolean;
  problem: Problem | undefined;
  /** Number of saves that failed with invalid fields; the form then focuses the first of them (FM-04). */
  faults: number;
  forget(): void;
}

interface SaveFormOptions<Values extends FieldValues, Result> {
  form: UseFormReturn<Values>;
  save: (values: Values, version?: number) => Promise<Result>;
  /** Also receives the values sent, since the user may continue typing meanwhile. */
  onSaved: (result: Result, sent: Values) => void | Promise<void>;
  /** Receives the stored record of a 409; returns whether it handles the conflict. */
  onConflict?: (current: unknown, values: Values) => boolean;
  /** Reports when a save starts and ends. */
  onRunning?: (running: boolean) => void;
  /** Fields are marked, which may not be in sight. */
  onFaults?: () => void;
  /** Replaces 'Changes saved.' */
  successMessage?: string | ((values: Values) => string | undefined);
  /** Suppresses the success message. */
  quiet?: boolean;
}

/** Saves a form, one save at a time. On failure the form keeps its input and shows the error persistently (ER-02). */
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
      // The user cancelled the save.
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
    // Fields are marked by now, so the focus can find the first of them.
    if (invalid) showFaults();
    return saved;
  };

  return { submit, persist, saving, problem, faults, forget: () => setProblem(undefined) };
}

/** Joins concurrent calls: a call during a run returns the result of that run. */
export function useOneAtATime<Given extends unknown[], Result>(run: (...given: Given) => Promise<Result>) {
  const pending = useRef<Promise<Result>>(undefined);
  return (...given: Given): Promise<Result> => {
    pending.current ??= run(...given).finally(() => {
      pending.current = undefined;
    });
    return pending.current;
  };
}

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
