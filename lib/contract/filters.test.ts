import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFilters, writeFilters } from "./filter-text";
import { type Filter, type FilterColumns, operatorsOf, valueCount } from "./filters";
import { columnsOf } from "./filters-query";
import { users } from "./users";

const columns = {
  name: { type: "text" },
  size: { type: "number" },
  madeOn: { type: "date" },
  seenOn: { type: "date", optional: true },
  since: { type: "day" },
  until: { type: "day", optional: true },
  state: { type: "choice", values: ["open", "a,b;c\\d:e"] },
  isDefault: { type: "flag" },
  roles: { type: "record", of: "roles" },
} as const satisfies FilterColumns;

const values: Record<string, fc.Arbitrary<string>> = {
  name: fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .map((text) => text.replace(/[\p{Cc}\p{Surrogate}]/gu, "").trim())
    .filter((text) => text !== ""),
  size: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((number) => String(number / 8)),
  madeOn: fc
    .date({ min: new Date("1000-01-01"), max: new Date("2999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  state: fc.constantFrom(...columns.state.values),
  isDefault: fc.constantFrom("yes", "no"),
};
values.roles = values.name as fc.Arbitrary<string>;
for (const name of ["seenOn", "since", "until"]) values[name] = values.madeOn as fc.Arbitrary<string>;

const filter: fc.Arbitrary<Filter> = fc
  .constantFrom(...(Object.keys(columns) as (keyof typeof columns)[]))
  .chain((column) =>
    fc.constantFrom(...operatorsOf(columns[column])).chain((operator) => {
      const { type } = columns[column];
      const count = valueCount(type, operator);
      const size = Number.isFinite(count)
        ? { minLength: count, maxLength: count }
        : { minLength: 1, maxLength: 3 };
      return fc.array(values[column] as fc.Arbitrary<string>, size).map((given) => ({
        column,
        type,
        operator,
        values: given.toSorted((a, b) => (type === "number" ? Number(a) - Number(b) : a < b ? -1 : 1)),
      }));
    }),
  );

describe("[TL-04] filters in the address", () => {
  test("are parsed exactly as they were formatted", () => {
    fc.assert(
      fc.property(fc.array(filter, { maxLength: 20 }), (filters) => {
        expect(readFilters(writeFilters(filters), columns)).toEqual({ filters, faults: [] });
      }),
    );
  });

  test("are readable", () => {
    const text =
      "name:contains:10:30, Müller\\; Söhne;name:notEquals:to:do;madeOn:between:2026-01-01,2026-01-31;seenOn:empty";
    expect(readFilters(text, columns).filters.map(({ values }) => values)).toEqual([
      ["10:30, Müller; Söhne"],
      ["to:do"],
      ["2026-01-01", "2026-01-31"],
      [],
    ]);
  });

  test("never break parsing, and survive a round trip", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc
            .array(
              fc.constantFrom(
                "name",
                "size",
                "madeOn",
                ":",
                ";",
                ",",
                "\\",
                "contains",
                "between",
                "2026-01-01",
              ),
            )
            .map((parts) => parts.join("")),
        ),
        (text) => {
          const { filters } = readFilters(text, columns);
          expect(readFilters(writeFilters(filters), columns)).toEqual({ filters, faults: [] });
        },
      ),
    );
  });

  test.each([
    ["nonsense", "filterUnreadable"],
    ["name", "filterUnreadable"],
    ["password:contains:x", "filterColumn"],
    ["__proto__:contains:x", "filterColumn"],
    ["name:like:x", "filterOperator"],
    ["name:constructor:x", "filterOperator"],
    ["madeOn:empty", "filterOperator"],
    ["name:contains", "filterText"],
    ["name:contains:  ", "filterText"],
    ["name:contains:a\u0000b", "filterText"],
    ["name:contains:\ud800", "filterText"],
    [`name:contains:${"x".repeat(201)}`, "filterText"],
    ["name:empty:x", "filterNoValue"],
    ["size:equals:ten", "filterNumber"],
    ["size:equals:1e9", "filterNumber"],
    ["size:between:1", "filterNumber"],
    ["size:between:2,1", "filterRange"],
    ["madeOn:from:2026-02-30", "filterDate"],
    ["madeOn:from:yesterday", "filterDate"],
    ["madeOn:from:0000-01-01", "filterDate"],
    ["madeOn:between:2026-01-01", "filterDate"],
    ["madeOn:between:2026-01-01,2026-01-02,2026-01-03", "filterDate"],
    ["madeOn:between:2026-02-01,2026-01-31", "filterRange"],
    ["roles:oneOf:", "filterText"],
    ["roles:noneOf:Clerk,,Chief", "filterText"],
    ["state:oneOf:", "filterChoice"],
    ["state:oneOf:open,shut", "filterChoice"],
    ["isDefault:is:true", "filterFlag"],
  ])("refuses %s and keeps the others", (broken, rule) => {
    const { filters, faults } = readFilters(`isDefault:is:yes;${broken};name:notEmpty`, columns);
    expect(faults.map((fault) => fault.rule)).toEqual([rule]);
    expect(filters.map(({ column }) => column)).toEqual(["isDefault", "name"]);
  });

  test("are limited to twenty", () => {
    const { filters, faults } = readFilters(Array(21).fill("name:notEmpty").join(";"), columns);
    expect([filters.length, faults]).toEqual([20, [{ rule: "maxItems", values: { max: 20 } }]]);
  });

  test("a list's query names its columns, takes one text or several, and reports faults by parameter", () => {
    const query = users.list.query;
    expect(Object.keys(columnsOf(query.shape.filters))).toContain("lastLoginDate");
    expect(columnsOf(query.shape.phrase)).toEqual({});
    expect(query.parse({}).filters).toEqual([]);
    expect(query.parse({ filters: "email:empty" }).filters).toEqual(
      query.parse({ filters: ["email:empty"] }).filters,
    );
    expect(query.parse({ filters: ["email:empty", "lastName:equals:x"] }).filters).toHaveLength(2);
    for (const filters of ["nonsense", "x".repeat(10_000), 5, { a: 1 }])
      expect(query.safeParse({ filters }).error?.issues[0]?.path).toEqual(["filters"]);
  });

  test("attributes are columns of attributed records, with any operator and value", () => {
    const name = "attributes.00000000-0000-4000-8000-000000000001";
    const text = `${name}:between:9,10;${name}:oneOf:a\\,b,c;${name}:empty`;
    expect(readFilters(text, columns).faults.map(({ rule }) => rule)).toEqual(Array(3).fill("filterColumn"));
    const { filters, faults } = readFilters(text, columns, true);
    expect(faults).toEqual([]);
    expect(filters.map(({ type, values }) => [type, values])).toEqual([
      ["attribute", ["9", "10"]],
      ["attribute", ["a,b", "c"]],
      ["attribute", []],
    ]);
    expect(writeFilters(filters)).toBe(text);
    const rules = readFilters(`${name}:sounds:x;${name}:between:9;attributes.x:empty`, columns, true).faults;
    expect(rules.map(({ rule }) => rule)).toEqual(["filterOperator", "filterText", "filterColumn"]);
  });
});
