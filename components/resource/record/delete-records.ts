"use client";
import { useTranslations } from "next-intl";
import { call } from "@/lib/client/api/client";
import { useConfirmedCall } from "./confirmed-call";
import { changeTypeOf, idNameOf, idOfRecord, nameOfRecord, type RecordCalls } from "./kind";
import { useRestoring } from "./use-restoring";
import { useRecordTexts } from "./words";

export interface RecordRemoval {
  /** Processes all records or none; defaults to the area's call. */
  run?: (records: readonly object[]) => Promise<unknown>;
  /** Disabled by the installation, regardless of permissions. */
  isOff?: boolean;
}

/** Deletes records after confirmation; the texts are under `delete` in the area's file. */
export function useDeleteRecords(calls: RecordCalls, removal: RecordRemoval = {}) {
  const t = useRecordTexts(calls);
  const types = useTranslations("history.types") as (type: string) => string;
  const nameOf = (record: object) => nameOfRecord(calls, record);
  const restoration = useRestoring<object>({
    endpoint: calls.restoreDeleted,
    idName: idNameOf(calls),
    idOf: (record) => idOfRecord(calls, record),
    nameOf,
  });
  return useConfirmedCall<object>({
    question: (records) => {
      const [first] = records;
      const values = { count: records.length, name: first ? nameOf(first) : "" };
      return {
        title: t("delete.title", values),
        description: t("delete.lost", values),
        confirmLabel: t("delete.confirm", values),
      };
    },
    run: (records) => {
      if (removal.run) return removal.run(records);
      if (!calls.remove) throw new Error(`${calls.list.area} cannot be deleted`);
      const ids = records.map((record) => idOfRecord(calls, record));
      return call(calls.remove, { query: { [`${idNameOf(calls)}s`]: ids } } as never);
    },
    doneText: ([record, ...others]) =>
      record && others.length === 0
        ? `${types(changeTypeOf(calls, "Deleted"))}: ${nameOf(record)}`
        : undefined,
    undo: calls.restoreDeleted !== undefined && restoration.askForAll,
    nameOf,
    deletedId: (record) => idOfRecord(calls, record),
    areas: calls.remove?.affects ?? [],
  });
}
