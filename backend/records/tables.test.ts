import { sql } from "drizzle-orm";
import { expect, expectTypeOf, test } from "vitest";
import { contract } from "../../lib/contract";
import { loadMessages } from "../../lib/i18n/load-messages";
import * as areas from "../areas";
import { describeApi } from "../testing/api";
import { makeParts, partRecords, partTable } from "../testing/parts";
import { tableFaults } from "../testing/table-faults";
import { type AnyRecords, type RecordTable, recordTable } from "./table";

test("what nobody declared does not compile", () => {
  // @ts-expect-error a column that is misspelt
  recordTable(partRecords, { columns: { dubble: { read: sql`1` } } });
  const { insert } = partTable;
  type Given = Parameters<typeof insert>[1];
  expectTypeOf<"partName">().toExtend<keyof Given>();
  expectTypeOf<"partname">().not.toExtend<keyof Given>();
  expectTypeOf<"double">().not.toExtend<keyof Given>();
});

describeApi("tables of records", (api) => {
  const tables = Object.values(areas).flatMap((area) =>
    "table" in area ? [area.table as unknown as RecordTable<AnyRecords>] : [],
  );

  test("every area of records has its table held to the contract, but for those of tenants and of list views", () => {
    const ofRecords = Object.entries<Record<string, unknown>>(contract).filter(
      ([, calls]) => calls.save && calls.remove,
    );
    const held = Object.entries<object>(areas).flatMap(([name, area]) => ("table" in area ? [name] : []));
    // Tenants belong to no tenant, and a list view to its user: neither is an ordinary record.
    expect(ofRecords.map(([name]) => name).filter((name) => !held.includes(name))).toEqual([
      "list-views",
      "tenants",
    ]);
  });

  test("every area's table is as the contract says of its columns", async () => {
    expect(tables.map(({ name }) => name)).toContain("roles");
    for (const table of tables) expect(await tableFaults(api.connection, table)).toEqual([]);
  });

  test("[HI-01] every change of what belongs to a record has words", async () => {
    const { rows } = await api.connection.transaction("owner", (db) =>
      db.execute<{
        code: string;
      }>(sql`select prosrc as code from pg_proc where prorettype = 'trigger'::regtype
        and pronamespace = 'public'::regnamespace and prosrc ~* 'insert into history'`),
    );
    const types = rows.flatMap(({ code }) =>
      [...code.matchAll(/'([A-Z]\w+(?:Added|Changed|Removed))'/g)].map(([, type = ""]) => type),
    );
    expect(types).toEqual(expect.arrayContaining(["RoleUserAdded", "RoleAttributeChanged"]));
    const { history } = await loadMessages("en");
    expect(types.filter((type) => !(type in history.types))).toEqual([]);
  });

  test("a table that one line made is as the contract says, and whatever is amiss is told", async () => {
    const change = (statement: ReturnType<typeof sql>) =>
      api.connection.transaction("owner", (db) => db.execute(statement));
    await makeParts(api);
    const faults = () => tableFaults(api.connection, partTable as unknown as RecordTable<AnyRecords>);
    expect(await faults()).toEqual([]);
    await change(sql`alter table spare_parts drop column size cascade`);
    await change(
      sql`alter table spare_parts alter column built_on drop not null, alter column weight type integer`,
    );
    await change(sql`drop index spare_parts_by_since`);
    await change(sql`drop index spare_parts_part_name_key`);
    await change(sql`drop index spare_parts_by_text`);
    await change(sql`create index on spare_parts using gin ((part_name_sort || state_sort) gin_trgm_ops)`);
    await change(sql`revoke update (note) on spare_parts from hub_app`);
    await change(sql`grant update (batch) on spare_parts to hub_app`);
    expect((await faults()).sort()).toEqual([
      "spare_parts has no column size",
      "spare_parts.batch can be written",
      "spare_parts.builtOn can be missing",
      "spare_parts.note cannot be written",
      "spare_parts.partCode is not searched",
      "spare_parts.partName has no unique index",
      "spare_parts.since has no index to sort by",
      "spare_parts.state is searched",
      "spare_parts.weight is integer",
    ]);
    await change(sql`alter table spare_parts add column size integer`);
    await change(
      sql`alter table spare_parts alter column built_on set not null, alter column weight type numeric`,
    );
    await change(sql`revoke update (batch) on spare_parts from hub_app`);
    await change(sql`drop index spare_parts_expr_idx`);
    await change(sql`select make_records('spare_parts', 'Part', 'part_name', searched => '{part_name,part_code}',
      uniques => '{part_name}', unlisted => '{note,batch}', kept => '{batch}')`);
    expect(await faults()).toEqual([]);
  });

  test("a table that one line made needs no more than a name, and refuses what it does not know", async () => {
    const made = (statement: ReturnType<typeof sql>) =>
      api.connection
        .transaction("owner", (db) => db.execute(statement))
        .then(
          () => "made",
          (error: { cause?: Error }) => String(error.cause?.message),
        );
    await made(sql`create table spare_tools (tool_name text not null, hint text)`);
    expect(await made(sql`select make_records('spare_tools', 'SpareTool', 'tool')`)).toContain(
      "no column tool",
    );
    expect(await made(sql`select make_records('spare_tools', 'SpareTool', 'tool_name')`)).toContain("hint");
    await made(sql`alter table spare_tools drop column hint`);
    for (const _ of ["first", "again"])
      expect(await made(sql`select make_records('spare_tools', 'SpareTool', 'tool_name')`)).toBe("made");
    expect(await made(sql`select spare_tool_id, search_text from spare_tools_search`)).toBe("made");
  });
});
