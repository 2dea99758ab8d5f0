import { expect, test } from "vitest";
import * as z from "zod";
import { column } from "./columns";
import { listPropertiesOf } from "./list-facts";
import { created, defineList } from "./lists";

const list = defineList(
  {
    keyId: z.string(),
    keyName: column.readText({ searched: true }),
    state: column.choice(["open", "ended"], { sorted: false }),
    usedOn: column.instant({ optional: true }),
    uses: column.int({ sorted: false, filtered: false }),
    ...created,
  },
  { sortBy: "createdOn", sortDir: "desc" },
);

test("[TL-01] a list is sorted and filtered by its columns, and shows them in order", () => {
  expect(listPropertiesOf(list.page.query)).toEqual({
    sortable: ["keyName", "usedOn", "createdOn", "createdBy"],
    sortBy: "createdOn",
    sortDir: "desc",
    filterable: {
      keyName: { type: "text" },
      state: { type: "choice", values: ["open", "ended"] },
      usedOn: { type: "date", optional: true },
      createdOn: { type: "date" },
      createdBy: { type: "text" },
    },
    columns: {
      keyName: "text",
      state: "choice",
      usedOn: "date",
      uses: "number",
      createdOn: "date",
      createdBy: "text",
    },
  });
  expect(list.page.query.safeParse({ sortBy: "uses" }).success).toBe(false);
  expect(list.page.query.safeParse({ filters: "keyId:equals:1" }).success).toBe(false);
});

test("[TL-01] a row has the values of all columns, and those that are none", () => {
  const now = "2026-03-01T09:30:00.000Z";
  const row = {
    keyId: "1",
    keyName: "",
    state: "open",
    usedOn: null,
    uses: 2,
    createdOn: now,
    createdBy: "A",
  };
  expect(list.row.parse({ ...row, secret: "x" })).toEqual(row);
  expect(list.row.safeParse({ ...row, createdOn: null }).success).toBe(false);
});
