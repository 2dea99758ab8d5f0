import { column, defineRecords } from "../../lib/contract/records";
import { RequestError } from "../core/errors";
import { sql } from "../database/sql";
import { implement } from "../endpoint/route";
import { exportHandler } from "../export/export";
import { recordHandlers } from "../records/handlers";
import { recordTable } from "../records/table";
import type { TestApi } from "./api";

// A test-only area of records: every kind of column, and the permissions of roles.

export const partRecords = defineRecords("spare-parts", {
  record: "part",
  name: "partName",
  view: "RoleView",
  place: 990,
  columns: {
    partName: column.text(20, { required: true, unique: true, searched: true }),
    partCode: column.text(10, { searched: true }),
    size: column.int({ min: 1, max: 5, optional: true }),
    weight: column.number({ min: 0, decimals: 2 }),
    isActive: column.flag({ default: true }),
    since: column.day({ optional: true }),
    builtOn: column.day({ min: "2000-01-01", default: "2020-02-29" }),
    checkedOn: column.instant({ optional: true }),
    state: column.choice(["open", "closed"], { default: "open" }),
    note: column.html(),
    /** Twice its weight. */
    double: column.number({ readOnly: true, sorted: false }),
    /** Read-only and never written. */
    batch: column.text(10, { readOnly: true, listed: false }),
  },
});

export const partTable = recordTable(partRecords, {
  columns: { double: { read: sql`(r.weight * 2)::float8` } },
});

/** Calls of the rule after saving parts: the part, and its weight before and now. */
export const followed: { partId: string; before?: number; weight: number }[] = [];

export const partRoutes = implement(partRecords.calls, {
  ...recordHandlers(partTable, {
    mayEdit: ({ partName }) => refuseNamed(partName, "locked"),
    check: (_, { partName }) => refuseNamed(partName, "refused"),
    afterSaving: (_, partId, { partName, weight }, stored) => {
      refuseNamed(partName, "undone");
      followed.push({ partId, before: stored?.weight, weight });
    },
    beforeRemoval: (_, stored) => {
      for (const { partName } of stored) refuseNamed(partName, "kept");
    },
  }),
  export: exportHandler({ name: "roles", source: partTable.list, columns: partRecords.exportColumns }),
});

function refuseNamed(name: string, word: string): void {
  if (name.startsWith(word)) throw new RequestError("forbidden", { status: 403 });
}

/** Creates the table like a migration of the area. */
export async function makeParts({ connection }: TestApi): Promise<void> {
  await connection.transaction("owner", async (db) => {
    await db.execute(sql`create table spare_parts (
      part_name text not null, part_code text not null default '', size integer, weight numeric not null,
      is_active boolean not null default true, since date, built_on date not null, checked_on timestamptz(3),
      state text not null default 'open', note text not null default '', batch text not null default ''
    )`);
    await db.execute(sql`select make_records('spare_parts', 'Part', 'part_name', searched => '{part_name,part_code}',
      uniques => '{part_name}', unlisted => '{note,batch}', kept => '{batch}')`);
  });
}
