"use client";
import type { FilterType } from "@/lib/contract/filters";
import { type ColumnChanges, useListColumns } from "../table/list-columns";
import type { RecordCalls, RecordRow } from "./kind";

export type { ColumnChanges } from "../table/list-columns";

/** Columns of a record list: those of the contract, in order, each rendered by its type. */
export function useRecordColumns<C extends RecordCalls>({ list }: C, changes?: ColumnChanges<RecordRow<C>>) {
  return useListColumns<C["list"]>(list, list.area, changes, usual);
}

const usual = (id: string, place: number, type: FilterType | undefined) => ({
  // Minimum table width at which a column is shown; the first two are always visible.
  from: place < 2 ? undefined : place === 2 && id !== "createdOn" ? ("sm" as const) : ("md" as const),
  // Never truncated, since half a date is useless.
  ...(type === "date" && { width: "@3xl:w-44" }),
});
