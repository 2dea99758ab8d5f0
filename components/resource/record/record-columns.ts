"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type Format, useFormat } from "@/lib/client/format";
import type { FilterType } from "@/lib/contract/filters";
import { useFieldLabel } from "../form/field-label";
import type { ResourceColumn } from "../list/columns";
import { listFacts } from "../list/list-call";
import { type RecordCalls, type RecordRow, shownValue } from "./kind";
import { useChoiceTexts } from "./words";

/** Overrides of derived column properties. */
export type ColumnChanges<Row> = {
  readonly [Name in keyof Row]?: Partial<Omit<ResourceColumn<Row>, "id" | "header">> & {
    /** The column after which it is placed, so that author and time come last; shown although neither sortable nor filterable. */
    after?: keyof Row & string;
  };
};

/** Default minimum table width at which a column is shown; the first two are always visible. */
const shownFrom = (id: string, place: number) =>
  place < 2 ? undefined : place === 2 && id !== "createdOn" ? "sm" : "md";

/** Columns of a record list: those of the contract, in order, each rendered by its type. */
export function useRecordColumns<C extends RecordCalls>(
  calls: C,
  changes?: ColumnChanges<RecordRow<C>>,
): ResourceColumn<RecordRow<C>>[] {
  const label = useFieldLabel(calls.list.area);
  const common = useTranslations("common");
  const format = useFormat();
  const choice = useChoiceTexts(calls);
  return useMemo(() => {
    const { sortable, filterable } = listFacts(calls.list);
    const words = { yes: common("yes"), no: common("no") };
    const names = [...new Set([...sortable, ...Object.keys(filterable)])];
    for (const [id, { after } = {}] of Object.entries<{ after?: string } | undefined>(changes ?? {})) {
      if (after === undefined) continue;
      if (names.includes(id)) names.splice(names.indexOf(id), 1);
      names.splice(names.indexOf(after) + 1, 0, id);
    }
    return names.map((id, place) => {
      const type = filterable[id]?.type;
      const text = (value: unknown) =>
        type === "choice" ? choice(id, String(value)) : textOf(type, value, format, words);
      return {
        id,
        header: label(id),
        cell: (row) => text(shownValue(row, id)),
        from: shownFrom(id, place),
        ...(type === "number" && { align: "end" as const }),
        // Never truncated, since half a date is useless.
        ...(type === "date" && { width: "@3xl:w-44" }),
        ...(type === "choice" && { choice: (value: string) => choice(id, value) }),
        ...changes?.[id as keyof RecordRow<C>],
      };
    });
  }, [calls, changes, label, common, format, choice]);
}

function textOf(
  type: FilterType | undefined,
  value: unknown,
  format: Format,
  words: { yes: string; no: string },
): string {
  if (value === null || value === undefined) return "";
  switch (type) {
    case "number":
      return format.number(Number(value));
    case "date":
      return format.dateTime(String(value));
    case "day":
      return format.date(String(value));
    case "flag":
      return value === true ? words.yes : words.no;
    default:
      return String(value);
  }
}
