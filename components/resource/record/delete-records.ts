"use client";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type ConfirmQuestion, useConfirm } from "@/components/ui/confirm-dialog";

/** Drops everything that an area has answered, wherever it is shown; resolves when what is on screen is fresh. */
export function invalidateAreas(client: QueryClient, ...areas: string[]): Promise<unknown> {
  return Promise.all(areas.map((area) => client.invalidateQueries({ queryKey: [area] })));
}

interface ConfirmedCall<Target> {
  question: (targets: readonly Target[]) => Omit<ConfirmQuestion, "danger"> & { description: ReactNode };
  run: (targets: readonly Target[]) => Promise<unknown>;
  /** Areas whose answers are out of date afterwards. */
  areas: readonly string[];
  onDone?: (targets: readonly Target[]) => void | Promise<void>;
}

/** Something that loses data, for one record or many: asks first and says what will be lost (TL-02). */
export function useConfirmedCall<Target>({ question, run, areas, onDone }: ConfirmedCall<Target>) {
  const confirm = useConfirm();
  const client = useQueryClient();
  const mutation = useMutation({ mutationFn: run });

  /** Resolves to whether it was done. */
  const ask = async (targets: readonly Target[]): Promise<boolean> => {
    if (targets.length === 0 || !(await confirm({ ...question(targets), danger: true }))) return false;
    try {
      await mutation.mutateAsync(targets);
    } catch {
      // Said by a toast; the records stay as they are.
      return false;
    }
    await onDone?.(targets);
    invalidateAreas(client, ...areas);
    return true;
  };
  return { ask, pending: mutation.isPending };
}
