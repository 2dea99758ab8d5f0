"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type Format, useFormat } from "@/lib/client/format";
import type { FilterType } from "@/lib/contract/filters";
import { type TextPlace, useFieldLabel } from "../form/field-label";
import { dateWidth, type ResourceColumn } from "../list/columns";
import { type ListEndpoint, listFacts, type RowOf, shownValue } from "../list/list-call";

interface ColumnChange<Row> extends Partial<Omit<ResourceColumn<Row>, "id" | "header" | "parts">> {
  /** The field whose label is the header; that of the column unless given. */
  header?: string;
  /** Fields shown together under the header. */
  parts?: readonly (keyof Row & string)[];
  /** The column after which it is placed, so that author and time come last; shown although neither sortable nor filterable. */
  after?: keyof Row & string;
}

/** Differences of columns from the derived ones; false hides one. */
export type ColumnChanges<Row> = { readonly [Name in keyof Row]?: ColumnChange<Row> | false };

/**
 * Columns of a list: those of the contract, in order, each rendered by its type.
 * @param place of its texts, such as `tenants.users`: headers are in `fields`, names of choices in `choices`
 * @param changes must be a stable object
 */
export function useListColumns<E extends ListEndpoint>(
  endpoint: E,
  place: TextPlace,
  changes?: ColumnChanges<RowOf<E>>,
): ResourceColumn<RowOf<E>>[] {
  const label = useFieldLabel(place);
  const common = useTranslations("common");
  const t = useTranslations();
  const format = useFormat();
  return useMemo(() => {
    const { filterable, columns } = listFacts(endpoint);
    const words = { yes: common("yes"), no: common("no") };
    const choice = (id: string, value: string) => {
      const key = `${place}.choices.${id}.${value}`;
      return t.has(key as never) ? (t(key as never) as string) : value;
    };
    let dates = 0;
    return namesOf(endpoint, changes).map((id, at) => {
      const type = columns?.[id] ?? filterable[id]?.type;
      const change: ColumnChange<RowOf<E>> = changes?.[id as keyof RowOf<E>] || {};
      const from = "from" in change ? change.from : shownByPlace(at, type === "date" || dates > 0);
      return {
        id,
        cell: (row) =>
          type === "choice"
            ? choice(id, String(shownValue(row, id)))
            : textOf(type, shownValue(row, id), format, words),
        ...(type === "number" && { align: "end" as const }),
        ...(type === "choice" && { choice: (value: string) => choice(id, value) }),
        ...(type === "date" && { width: dateWidth }),
        ...change,
        from: type === "date" ? shownByDates(from, dates++) : from,
        header: label(change.header ?? id),
        parts: change.parts?.map((part) => ({ id: part, header: label(part) })),
      };
    });
  }, [endpoint, place, changes, label, common, t, format]);
}

const widths = [undefined, "xs", "sm", "md", "lg", "xl"] as const;

/** The first two columns are always visible, the others in wide tables, with a date in wider ones. */
const shownByPlace = (place: number, hasDate: boolean) =>
  place < 2 ? undefined : place === 2 && !hasDate ? "sm" : "md";

/** Dates give way to the first column, which identifies the row: each further one needs more room. */
const shownByDates = (from: ResourceColumn<never>["from"], before: number) =>
  from === "chosen" ? from : widths[Math.max(widths.indexOf(from), [0, 3, 4][before] ?? 5)];

function namesOf<E extends ListEndpoint>(
  endpoint: E,
  changes: ColumnChanges<RowOf<E>> | undefined,
): readonly string[] {
  const { sortable, filterable, columns } = listFacts(endpoint);
  const all = columns ? Object.keys(columns) : [...new Set([...sortable, ...Object.keys(filterable)])];
  const changed = Object.entries<{ after?: string } | false | undefined>(changes ?? {});
  return changed.reduce((names, [id, change]) => {
    if (change === undefined || (change && change.after === undefined)) return names;
    const others = names.filter((name) => name !== id);
    return change ? others.toSpliced(others.indexOf(change.after ?? "") + 1, 0, id) : others;
  }, all);
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
