import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contract } from "@/lib/contract";
import type { Filter } from "@/lib/contract/filters";
import {
  defaultListState,
  type ListState,
  listCall,
  listStateToQuery,
  maxPhraseLength,
  offeredPageSizes,
  pageSizes,
  parseListState,
  phraseOf,
  readAddress,
} from "./list-call";

const endpoint = contract.users.list;

const state: fc.Arbitrary<ListState> = fc.record({
  page: fc.integer({ min: 1, max: 999_999_999 }),
  pageLimit: fc.constantFrom(...pageSizes),
  sortBy: fc.constantFrom(
    "lastName",
    "userName",
    "email",
    "createdOn",
    "attributes.00000000-0000-4000-8000-000000000001",
  ),
  sortDir: fc.constantFrom("asc" as const, "desc" as const),
  phrase: fc
    .string({ maxLength: maxPhraseLength })
    .filter((phrase) => !/[\p{Cc}\p{Surrogate}]/u.test(phrase)),
  filters: fc.subarray<Filter>([
    { column: "lastName", type: "text", operator: "contains", values: ["Müller; & Söhne, x:y"] },
    { column: "lastLoginDate", type: "date", operator: "empty", values: [] },
    { column: "createdOn", type: "date", operator: "between", values: ["2026-01-01", "2026-02-28"] },
    {
      column: "attributes.00000000-0000-4000-8000-000000000001",
      type: "attribute",
      operator: "between",
      values: ["9", "10"],
    },
  ]),
});

const writtenQuery = (value: ListState) =>
  Object.fromEntries(
    Object.entries(listStateToQuery(endpoint, value)).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );

describe("[RT-02] a table's state in the address", () => {
  test("is parsed exactly as written", () => {
    fc.assert(
      fc.property(state, (value) => {
        expect(parseListState(endpoint, writtenQuery(value))).toEqual(value);
      }),
    );
  });

  test("omits defaults from the address", () => {
    expect(writtenQuery(defaultListState(endpoint))).toEqual({});
  });

  test.each<Record<string, string>>([
    { page: "-1" },
    { page: "0" },
    { page: "1e3" },
    { page: "9999999999999" },
    { pageLimit: "7" },
    { pageLimit: "0" },
    { pageLimit: "-2" },
    { pageLimit: "10.0" },
    { sortBy: ";drop" },
    { sortBy: "__proto__" },
    { sortDir: "sideways" },
  ])("falls back to the default for %o and keeps the rest", (broken) => {
    const parsed = parseListState(endpoint, { phrase: "kept", ...broken });
    expect(parsed).toEqual({ ...defaultListState(endpoint), phrase: "kept" });
    const { faults } = readAddress(endpoint, broken);
    expect(faults).toEqual({ parameters: Object.keys(broken), filters: 0 });
  });

  test("[TL-01] all rows are requested as one page", () => {
    const { state, faults } = readAddress(endpoint, { pageLimit: "-1", page: "3", sortDir: "desc" });
    expect(state).toEqual({ ...defaultListState(endpoint), pageLimit: -1, sortDir: "desc" });
    expect(faults).toEqual({ parameters: [], filters: 0 });
    expect(writtenQuery(state)).toEqual({ pageLimit: "-1", sortDir: "desc" });
  });

  test("finds no fault in its own output, nor in corrected addresses", () => {
    const query = fc.dictionary(
      fc.constantFrom("page", "pageLimit", "sortBy", "sortDir", "phrase", "filters"),
      fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("-1", "2", "email", "desc", "email:empty;x")),
    );
    fc.assert(
      fc.property(query, (given) => {
        const { state } = readAddress(endpoint, given);
        const { faults, state: again } = readAddress(endpoint, writtenQuery(state));
        expect(faults).toEqual({ parameters: [], filters: 0 });
        expect(again).toEqual(state);
      }),
    );
  });

  test("is a valid call for any address", () => {
    const query = fc.dictionary(
      fc.constantFrom("page", "pageLimit", "sortBy", "sortDir", "phrase", "filters"),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(query, (given) => {
        const input = listCall<typeof endpoint>(parseListState(endpoint, given));
        expect(endpoint.query.safeParse(input.query).success).toBe(true);
      }),
    );
  });

  test("[TL-04] keeps valid filters, and counts invalid ones", () => {
    const query = { filters: "lastName:contains:a;color:equals:red;createdOn:from:2026-02-30", page: "2" };
    const { state, faults } = readAddress(endpoint, query);
    expect([state.filters.map(({ column }) => column), state.page, faults.filters]).toEqual([
      ["lastName"],
      2,
      2,
    ]);
  });

  test("[TL-04] limits filters by encoded length, in any script", () => {
    for (const letter of ["a", "ü", "😀", ";"]) {
      const part = `lastName:contains:${letter.repeat(90).replace(/;/g, "\\;")}`;
      const { state, faults } = readAddress(endpoint, { filters: Array(20).fill(part).join(";") });
      const written = writtenQuery(state).filters ?? "";
      expect(encodeURIComponent(written).length).toBeLessThanOrEqual(6000);
      expect(state.filters.length + faults.filters).toBe(20);
      const input = listCall<typeof endpoint>(state);
      expect(endpoint.query.safeParse(input.query).success).toBe(true);
    }
  });

  test("truncates a phrase between characters, and removes invalid ones", () => {
    const { state } = readAddress(endpoint, { phrase: `x${"😀".repeat(150)}` });
    expect(state.phrase).toBe(`x${"😀".repeat(99)}`);
    expect(readAddress(endpoint, { phrase: "a\ud800b" }).state.phrase).toBe("ab");
  });

  test("sorts history by newest first by default", () => {
    expect(defaultListState(contract.users.history)).toMatchObject({ sortBy: "changedOn", sortDir: "desc" });
  });
});

test.each([
  ["Ida\tBauer", "Ida Bauer"],
  ["  Ida \u00a0 Bauer\r\n", "Ida Bauer"],
  ["a\u0000b", "ab"],
  ["\t", ""],
  [`${"x".repeat(maxPhraseLength - 1)}  y`, "x".repeat(maxPhraseLength - 1)],
])("[TL-01] %j is searched as %j", (typed, phrase) => {
  expect(phraseOf(typed)).toBe(phrase);
});

test("[TL-01] a page size is offered only above the next smaller one, or while it is selected", () => {
  expect(offeredPageSizes(10, 10)).toEqual([10]);
  expect(offeredPageSizes(11, 10)).toEqual([10, 25]);
  expect(offeredPageSizes(25, 10)).toEqual([10, 25]);
  expect(offeredPageSizes(26, 10)).toEqual([10, 25, 50]);
  expect(offeredPageSizes(51, 10)).toEqual([10, 25, 50, 100]);
  expect(offeredPageSizes(12, 100)).toEqual([10, 25, 100]);
  expect(offeredPageSizes(60, -1)).toEqual([10, 25, 50, 100]);
});
