"use client";
import { type ColumnChanges, useListColumns } from "../table/list-columns";
import type { RecordCalls, RecordRow } from "./kind";

export type { ColumnChanges } from "../table/list-columns";

/** Columns of a record list: those of the contract, in order, each rendered by its type. */
export function useRecordColumns<C extends RecordCalls>({ list }: C, changes?: ColumnChanges<RecordRow<C>>) {
  return useListColumns<C["list"]>(list, list.area, changes);
}
