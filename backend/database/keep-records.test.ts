import { expect, test } from "vitest";
import { recordCount } from "../lists/list";
import { ensureTenant } from "../seed/tenant";
import { describeApi } from "../testing/api";
import { unique } from "../testing/factories";
import { sql } from "./sql";
import { inTenant } from "./transaction";

describeApi("a table of records by one line", (api) => {
  /** Creates a table as an area's migration does. */
  const makeTable = async () => {
    const table = unique("machine_parts_");
    const parts = sql.identifier(table);
    await api.connection.transaction("owner", async (db) => {
      await db.execute(sql`create table ${parts} (
        tenant_id uuid not null default app_tenant() references tenants,
        part_id uuid not null default time_ordered_uuid(),
        part_name text not null,
        checked_on timestamptz,
        created_on timestamptz(3) not null default now(),
        created_by uuid default app_actor(),
        created_by_name text not null default app_actor_name(),
        updated_on timestamptz(3),
        updated_by uuid,
        updated_by_name text,
        archived_on timestamptz(3),
        version integer not null default 1,
        created_by_sort text collate "C" not null generated always as (fold(created_by_name)) stored,
        primary key (tenant_id, part_id)
      )`);
      await db.execute(sql`select keep_records(${table}::regclass, 'part_id', '{part_name}')`);
    });
    const inside = async (tenant: string, statement: ReturnType<typeof sql>) =>
      inTenant(api.connection, await ensureTenant(api.connection, tenant), undefined, async (db) => {
        const { rows } = await db.execute<Record<string, unknown>>(statement);
        return rows;
      });
    return { parts, inside, count: () => inside("main", sql`select ${recordCount(table)}::int as count`) };
  };

  test("[OR-03] isolates tenants and protects read-only columns", async () => {
    const { parts, inside } = await makeTable();
    await inside("main", sql`insert into ${parts} (part_name) values ('bolt')`);
    expect(await inside("acme", sql`select part_name from ${parts}`)).toEqual([]);
    for (const forbidden of [
      sql`update ${parts} set created_by_name = 'somebody'`,
      sql`update ${parts} set version = 9`,
      sql`update ${parts} set checked_on = now()`,
      sql`insert into ${parts} (part_name, updated_on) values ('nut', now())`,
      sql`delete from ${parts}`,
    ])
      await expect(inside("main", forbidden)).rejects.toThrow();
  });

  test("[HI-01] [FM-09] counts versions and rows, and records the author of each change", async () => {
    const { parts, inside, count } = await makeTable();
    await inside("main", sql`insert into ${parts} (part_name) values ('bolt'), ('nut')`);
    expect(await count()).toEqual([{ count: 2 }]);
    await inside("main", sql`update ${parts} set part_name = 'bolt' where part_name = 'bolt'`);
    expect(await inside("main", sql`select version from ${parts} where part_name = 'bolt'`)).toEqual([
      { version: 1 },
    ]);
    await inside("main", sql`update ${parts} set part_name = 'screw' where part_name = 'bolt'`);
    expect(
      await inside(
        "main",
        sql`select version, updated_on is not null as traced from ${parts} where part_name = 'screw'`,
      ),
    ).toEqual([{ version: 2, traced: true }]);
    await inside("main", sql`update ${parts} set archived_on = now() where part_name = 'screw'`);
    expect(await count()).toEqual([{ count: 1 }]);
  });
});
