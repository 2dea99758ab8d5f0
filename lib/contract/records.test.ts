import { expect, expectTypeOf, test } from "vitest";
import type * as z from "zod";
import { column, defineRecords } from "./records";

const parts = defineRecords("parts", {
  record: "part",
  name: "partName",
  view: "PartView",
  place: 990,
  columns: {
    size: column.int({ optional: true, min: 1 }),
    partName: column.text(100, { required: true, searched: true }),
    since: column.day({ optional: true }),
    isActive: column.flag({ default: true }),
    state: column.choice(["open", "closed"], { default: "open" }),
    seenOn: column.instant({ readOnly: true, optional: true, sorted: false, filtered: false }),
    note: column.html(),
  },
});

test("a column appears wherever it was declared for, with its own type", () => {
  expectTypeOf<z.output<typeof parts.row>>().toEqualTypeOf<{
    partId: string;
    size: number | null;
    partName: string;
    since: string | null;
    isActive: boolean;
    state: "open" | "closed";
    seenOn: string | null;
    createdOn: string;
    createdBy: string;
  }>();
  expectTypeOf<z.output<typeof parts.create>>().toEqualTypeOf<{
    size: number | null;
    partName: string;
    since: string | null;
    isActive: boolean;
    state: "open" | "closed";
    note: string;
  }>();
  expectTypeOf<z.input<typeof parts.edit>>().toEqualTypeOf<{
    size?: number | null | undefined;
    partName: string;
    since?: string | null | undefined;
    isActive?: boolean | undefined;
    state?: "open" | "closed" | undefined;
    note?: string | undefined;
    version?: number | undefined;
  }>();
  expectTypeOf<z.output<typeof parts.detail>>().toHaveProperty("note");
  expectTypeOf(parts.calls.detail.path).toEqualTypeOf<"/parts/:partId">();
  expect(Object.keys(parts.row.shape)).not.toContain("note");
  expect(Object.keys(parts.edit.shape)).not.toContain("seenOn");
});

test("[TL-01] [TL-04] a list is sorted by name by default, and filtered by column kind", () => {
  const { sortable, sortBy, filterable } = parts.calls.list.list ?? {};
  expect(sortBy).toBe("partName");
  expect(sortable).toEqual(["partName", "size", "since", "isActive", "state", "createdOn", "createdBy"]);
  expect(filterable).toEqual({
    size: { type: "number" },
    partName: { type: "text" },
    since: { type: "day", optional: true },
    isActive: { type: "flag" },
    state: { type: "choice", values: ["open", "closed"] },
    createdOn: { type: "date" },
    createdBy: { type: "text" },
  });
});

test("[FM-10] an edit omits values that it does not name, and a new record has defaults", () => {
  expect(parts.edit.parse({ partName: "Bolt" })).toEqual({ partName: "Bolt" });
  expect(parts.create.parse({ partName: "Bolt" })).toEqual({
    ...{ partName: "Bolt", size: null, since: null, isActive: true, state: "open", note: "" },
  });
  for (const schema of [parts.edit, parts.create]) {
    expect(schema.safeParse({}).success).toBe(false);
    expect(schema.parse({ partName: "Bolt", since: "" }).since).toBeNull();
  }
});

test("[FM-03] a number has the decimals of its column, however stored", () => {
  const { given } = column.number({ decimals: 2, min: 0 });
  for (const value of [0, 1, 0.1, 1.15, 2.67, 99_999_999.99])
    expect(given.safeParse(value).success).toBe(true);
  for (const value of [1.005, 0.001, 1e-7]) {
    const [issue] = given.safeParse(value).error?.issues ?? [];
    expect(issue).toMatchObject({ code: "custom", params: { rule: "decimals", max: 2 } });
  }
  expect(column.number({ decimals: 0 }).given.safeParse(1.5).success).toBe(false);
});

test("[PM-01] each call requires the view, and each change its action", () => {
  const asked = Object.entries(parts.calls).map(([name, { access }]) => [name, access.join()]);
  expect(Object.fromEntries(asked)).toMatchObject({
    list: "PartView",
    detail: "PartView",
    export: "PartView",
    create: "PartView,PartView_AddAction",
    save: "PartView,PartView_EditAction",
    remove: "PartView,PartView_DeleteAction",
    recordHistory: "PartView_HistoryAction,PartView",
  });
});

test("undeclared names do not compile", () => {
  const declare = { record: "part", view: "PartView", place: 1 } as const;
  const columns = { partName: column.text(10, { required: true }), note: column.html() };
  // @ts-expect-error the name must be a listed column
  defineRecords("parts", { ...declare, name: "note", columns });
  // @ts-expect-error and it must exist
  defineRecords("parts", { ...declare, name: "partname", columns });
  // @ts-expect-error the default of a choice must be among its values
  column.choice(["a", "b"], { default: "c" });
  // @ts-expect-error and that of a number must be a number
  column.int({ default: "5" });
});
