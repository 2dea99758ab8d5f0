import * as z from "zod";
import type { RuleParams } from "../validation/messages";
import type { Attributed } from "./attribute-types";
import { joinFilters, readFilters } from "./filter-text";
import { type Filter, type FilterColumns, maxFiltersLength } from "./filters";

const registered = z.registry<{ columns: FilterColumns; attributed?: Attributed }>();

/**
 * The parameter `filters` of a list (TL-04): the same text in addresses and calls, see {@link readFilters}; repeated
 * parameters are combined. Each fault is an issue of `filters` that says how to fix it.
 */
export function filtersQuery<const Columns extends FilterColumns>(columns: Columns, attributed?: Attributed) {
  const schema = z
    .preprocess(
      (given) => (Array.isArray(given) ? joinFilters(given.map(String)) : given),
      z
        .string()
        .max(maxFiltersLength)
        .transform((text, context) => {
          const { filters, faults } = readFilters(text, columns, attributed !== undefined);
          for (const { rule, values } of faults)
            context.addIssue({ code: "custom", params: { rule, ...values } satisfies RuleParams });
          return filters;
        }),
    )
    .default(() => [])
    .meta({
      description:
        "Filters as column:operator:value, joined by semicolons, such as name:contains:miller;createdOn:from:2026-01-01.",
    });
  registered.add(schema, { columns, attributed });
  return schema as unknown as z.ZodDefault<
    z.ZodType<Filter<keyof Columns & string>[], string | readonly string[]>
  >;
}

/** The columns of a schema made by {@link filtersQuery}. */
export function columnsOf(schema: unknown): FilterColumns {
  return (schema instanceof z.ZodType && registered.get(schema)?.columns) || {};
}

/** Records with attributes as columns; undefined for lists without. */
export function attributedOf(schema: unknown): Attributed | undefined {
  return schema instanceof z.ZodType ? registered.get(schema)?.attributed : undefined;
}
