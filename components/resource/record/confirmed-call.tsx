"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { errorMessage } from "@/components/errors/error-message";
import { logError } from "@/components/errors/report-error";
import { type ConfirmQuestion, useConfirm } from "@/components/ui/confirm-dialog";
import { ApiError } from "@/lib/client/api/error";
import { type BatchResult, NothingDoneError, type Refused, runInBatches } from "../list/batches";
import { invalidateAfterDeleting, invalidateAreas } from "../list/invalidate";

interface ConfirmedCall<Target> {
  /** Omitted if nothing is lost. */
  question?: (targets: readonly Target[]) => Omit<ConfirmQuestion, "danger"> & { description: ReactNode };
  /** Processes all targets or none. */
  run: (targets: readonly Target[]) => Promise<unknown>;
  nameOf: (target: Target) => string;
  /** Success message for the processed targets; by default 'Changes saved.' */
  doneText?: (done: readonly Target[]) => string | undefined;
  /** Undoes the action for the processed targets; offered with the success message. Omitted if impossible. */
  undo?: false | ((done: readonly Target[]) => unknown);
  /** Areas to invalidate afterwards: the call's `affects`. */
  areas: readonly string[];
  /** For deletions: id of the deleted target, to stop requesting it. */
  deletedId?: (target: Target) => string;
  onDone?: (targets: readonly Target[]) => void | Promise<void>;
}

interface Outcome<Target> {
  done: readonly Target[];
  left: readonly Target[];
}

/**
 * Runs an action on one or many records: confirms data loss, lists the affected records, processes as many as possible and lists
 * the failures with reasons (TL-02).
 */
export function useConfirmedCall<Target>({
  question,
  run,
  nameOf,
  doneText,
  undo,
  areas,
  deletedId,
  onDone,
}: ConfirmedCall<Target>) {
  const confirm = useConfirm();
  const t = useTranslations("resource.bulk");
  const client = useQueryClient();
  const [settled, setSettled] = useState(0);
  const stopping = useRef(new AbortController());
  const { reasonOf, report } = useReportRefused(nameOf);
  const mutation = useMutation({
    meta: {
      successMessage: (_: readonly Target[], { done }: BatchResult<Target>) => doneText?.(done),
      successAction: ({ done }: BatchResult<Target>) =>
        undo ? { label: t("undo"), run: () => undo(done) } : undefined,
    },
    mutationFn: async (targets: readonly Target[]) => {
      setSettled(0);
      stopping.current = new AbortController();
      const { signal } = stopping.current;
      try {
        return await runInBatches(targets, run, { onProgress: setSettled, signal });
      } catch (error) {
        // A toast shows the reason; names are only needed for several targets.
        if (error instanceof NothingDoneError && targets.length > 1) void report(error.refused, 0);
        throw error instanceof NothingDoneError ? error.cause : error;
      }
    },
  });

  /** Deleting a missing record is finished. */
  const isGone = (error: unknown) =>
    deletedId !== undefined && error instanceof ApiError && error.status === 404;

  /** Resolves to the processed and the remaining targets: all remain after cancelling or failing. */
  const runFor = async <Given extends Target>(targets: readonly Given[]): Promise<Outcome<Given>> => {
    const nothing = { done: [], left: targets };
    if (targets.length === 0) return nothing;
    const details =
      targets.length > 1 ? (
        <NamesList entries={targets.map((target) => ({ name: nameOf(target) }))} max={5} />
      ) : undefined;
    if (question && !(await confirm({ ...question(targets), details, danger: true }))) return nothing;
    let result: Awaited<ReturnType<typeof mutation.mutateAsync>>;
    try {
      result = await mutation.mutateAsync(targets);
    } catch (error) {
      // A toast reports the failure; the records stay. A record that no longer exists is removed from the screen.
      if (error instanceof ApiError && error.status === 404) invalidateAreas(client, areas);
      return targets.length === 1 && isGone(error) ? { done: [], left: [] } : nothing;
    }
    await onDone?.(result.done);
    invalidateAfterDeleting(client, areas, deletedId ? result.done.map(deletedId) : []);
    const [first] = result.refused;
    if (first) {
      logError(
        `${t("failedTitle", { count: result.refused.length })}. ${reasonOf(first.error)}`,
        first.error,
      );
      await report(result.refused, result.done.length);
    }
    const done = new Set(result.done);
    const gone = new Set(result.refused.filter(({ error }) => isGone(error)).map(({ target }) => target));
    return {
      done: targets.filter((target) => done.has(target)),
      left: targets.filter((target) => !done.has(target) && !gone.has(target)),
    };
  };

  return {
    /** Resolves to the remaining targets, all of them after cancelling or failing. */
    askForAll: async <Given extends Target>(targets: readonly Given[]): Promise<readonly Given[]> =>
      (await runFor(targets)).left,
    /** For one record: resolves to whether it was done. */
    ask: async (target: Target): Promise<boolean> => (await runFor([target])).done.length === 1,
    pending: mutation.isPending,
    /** Stops between requests; remaining targets are unchanged. */
    stop: () => stopping.current.abort(),
    /** Number of settled targets while running. */
    settled,
  };
}

/** Lists the failed targets with reasons. */
function useReportRefused<Target>(nameOf: (target: Target) => string) {
  const confirm = useConfirm();
  const t = useTranslations("resource.bulk");
  const common = useTranslations("common");

  const reasonOf = (error: unknown) =>
    errorMessage(error, { unauthorized: common("unauthorized"), fallback: common("errorOccurred") });

  const report = (refused: readonly Refused<Target>[], done: number) =>
    confirm({
      title: t("failedTitle", { count: refused.length }),
      description: t("others", { count: done }),
      details: (
        <NamesList
          entries={refused.map(({ target, error }) => ({
            name: nameOf(target),
            hint: reasonOf(error),
          }))}
          max={20}
        />
      ),
      confirmLabel: common("close"),
      withoutCancel: true,
    });

  return { reasonOf, report };
}

interface NamesListProps {
  entries: readonly { name: string; hint?: string }[];
  max: number;
}

/** The first names, and the number of others. */
function NamesList({ entries, max }: NamesListProps) {
  const t = useTranslations("resource.bulk");
  const shown = entries.slice(0, max);
  const more = entries.length - shown.length;
  return (
    <>
      <ul className="flex flex-col gap-1 text-sm">
        {shown.map(({ name, hint }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list does not change
          <li key={`${index} ${name}`} className="min-w-0 break-words">
            <span className="font-medium">{name}</span>
            {hint && <span className="block text-muted text-xs">{hint}</span>}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-muted text-sm">{t("andMore", { count: more })}</p>}
    </>
  );
}
