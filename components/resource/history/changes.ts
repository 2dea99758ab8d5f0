import type { HistoryDetail } from "@/lib/contract/history";

export interface FieldChange {
  name: string;
  previous: unknown;
  current: unknown;
  changed: boolean;
}

/** Fields already shown in the list of changes, and ids: the history stores their names. */
const bookkeeping = /^(version|updatedOn|updatedBy)$|Id$/;

/** Compares a record before and after a change by field; differences first (HI-02). */
export function fieldChanges({
  previous,
  current,
}: Pick<HistoryDetail, "previous" | "current">): FieldChange[] {
  const names = new Set([...Object.keys(previous ?? {}), ...Object.keys(current ?? {})]);
  return [...names]
    .filter((name) => !bookkeeping.test(name))
    .map((name) => {
      const sides = { previous: previous?.[name], current: current?.[name] };
      return { name, ...sides, changed: !same(sides.previous, sides.current) };
    })
    .sort((a, b) => Number(b.changed) - Number(a.changed));
}

/** Whether the change archived or removed the record: 'The record has been deleted'. */
export function isDeletion({ previous, current }: Pick<HistoryDetail, "previous" | "current">): boolean {
  if (current === null) return previous !== null;
  return !isEmpty(current.archivedOn) && isEmpty(previous?.archivedOn);
}

export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
