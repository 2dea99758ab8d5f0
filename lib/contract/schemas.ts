import * as z from "zod";
import { isDay, readInstant } from "../format/calendar";
import type { RuleParams } from "../validation/messages";
import { isStorable } from "../validation/text";
import type { Attributed } from "./attribute-types";
import type { FilterColumns } from "./filters";
import { filtersQuery } from "./filters-query";
import { allRows, defaultPageLimit } from "./paging";

/** An instant, ISO 8601 in UTC, such as `2026-03-01T09:30:00.000Z`, with any precision. */
export const instant = z.iso.datetime().max(40);

/** An instant as callers may write it, with any offset from UTC; see {@link readInstant}. */
export const givenInstant = z
  .string()
  .max(40)
  .overwrite((text) => readInstant(text) ?? text)
  .refine((text) => readInstant(text) !== undefined, { params: { rule: "dateTime" } satisfies RuleParams })
  .meta({ format: "date-time" });

/** The same, or a calendar day, which means all of that day in the caller's time zone (FM-10). */
export const givenInstantOrDay = z.union([
  givenInstant,
  z
    .string()
    .max(10)
    .refine(isDay, { params: { rule: "dateTime" } satisfies RuleParams })
    .meta({ format: "date" }),
]);

/** One value or repeated values of a query parameter, as a list: `?id=a&id=b` (ER-01). */
export function repeated<Schema extends z.ZodType>(value: Schema, max = 500) {
  return z.preprocess(
    (given) => (given === undefined || Array.isArray(given) ? given : [given]),
    z.array(value).min(1).max(max),
  ) as unknown as z.ZodType<z.output<Schema>[], z.input<Schema>[]>;
}

export const recordId = z
  .string()
  .min(1)
  .max(64)
  .refine(isStorable, { params: { rule: "controlCharacters" } satisfies RuleParams });

/** Increased with each change of a record; a save of an older version is refused with 409 (FM-09). */
export const recordVersion = z.int().min(1);

/** A non-text value, directly or as JSON text from a form with a file: `3`, `true`. */
export function orAsText<Schema extends z.ZodType>(value: Schema) {
  return z.preprocess((given) => {
    if (typeof given !== "string") return given;
    try {
      return JSON.parse(given) as unknown;
    } catch {
      return given;
    }
  }, value) as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>;
}

/** Who created a record and who changed it last. */
export const trace = {
  createdOn: instant,
  createdBy: z.string(),
  updatedOn: instant.nullable(),
  updatedBy: z.string().nullable(),
};

export const lastUpdate = z.object(trace);

const wholeNumber = z.union([
  z.int(),
  z
    .string()
    .refine((text) => /^-?\d{1,9}$/.test(text), { params: { rule: "integer" } satisfies RuleParams })
    .transform(Number),
]);

/** Number of rows on a page, with a default. */
export const pageLimit = (defaultValue: number) =>
  wholeNumber.pipe(z.int().min(allRows).max(100_000)).default(defaultValue);

/** Sort direction in any case, with a default. */
export function sortDir(defaultValue: "asc" | "desc") {
  const named = z.enum(["asc", "desc"]);
  const given = z.string().toLowerCase().meta({ enum: named.options }).pipe(named);
  return (given as unknown as typeof named).default(defaultValue);
}

/**
 * The query of a list: `page` from 1, `pageLimit` (-1 all, 0 count only), `sortBy` out of `sortable`, `sortDir`, `phrase`,
 * `filters` on the `filterable` columns, and on attributes if records are `attributed`; plus the fields of `more`.
 */
export function listQuery<
  const Sortable extends readonly [string, ...string[]],
  const Filterable extends FilterColumns = Record<never, never>,
  More extends z.ZodRawShape = Record<never, never>,
>(sortable: Sortable, filterable?: Filterable, more?: More, attributed?: Attributed) {
  return z.object({
    page: wholeNumber.pipe(z.int().min(1)).default(1),
    pageLimit: pageLimit(defaultPageLimit),
    sortBy: z.enum(sortable).default(sortable[0] as never),
    sortDir: sortDir("asc"),
    phrase: z.string().max(200).default(""),
    filters: filtersQuery((filterable ?? {}) as Filterable, attributed),
    ...(more as More),
  });
}

/** A page of rows, and the total number of rows. */
export function listResponse<Row extends z.ZodType>(row: Row) {
  return z.object({ list: z.array(row), totalCount: z.int().min(0) });
}

/** An empty response. */
export const nothing = z.null();

/** True once the user has confirmed the loss of data. */
export const accepted = z.object({ isProceed: orAsText(z.boolean()).optional() });
