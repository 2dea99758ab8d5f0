import { expect, test } from "vitest";
import { sql } from "../database/sql";
import { inTenant } from "../database/transaction";
import { ensureTenant } from "../seed/tenant";
import { describeApi } from "../testing/api";
import { unique } from "../testing/factories";

describeApi("recording a table's changes", (api) => {
  /** Creates a table as an area's migration does, and the tenant that uses it. */
  const makeTable = async () => {
    const table = unique("machine_parts_");
    const parts = sql.identifier(table);
    await api.connection.transaction("owner", async (db) => {
      await db.execute(sql`create table ${parts} (
        tenant_id uuid not null default app_tenant(), part_id uuid not null default time_ordered_uuid(),
        part_name text not null, in_stock boolean, built_on timestamptz, tags text[] not null default '{}', pin_code text, seen_on timestamptz,
        part_name_sort text generated always as (fold(part_name)) stored,
        updated_on timestamptz, archived_on timestamptz, version integer not null default 1, primary key (tenant_id, part_id))`);
      await db.execute(sql`select protect_tenant_table(${table}::regclass)`);
      await db.execute(sql`select track_history(${table}::regclass, 'part_id', 'Part', 'upper(part_name)',
        apart => '{tags}', secret => '{pin_code}', ignored => '{seen_on}', collection => ${table})`);
      await db.execute(sql`grant select, insert, update, delete on ${parts} to hub_app`);
    });
    const tenantId = await ensureTenant(api.connection, "main");
    const run = (statement: ReturnType<typeof sql>) =>
      inTenant(api.connection, tenantId, undefined, (db) => db.execute(statement));
    const changes = async () => {
      const { rows } = await run(sql`select record_name as name, type, previous, current from history
        where collection = ${table} order by changed_on, history_id`);
      return rows;
    };
    return { table, parts, run, changes };
  };

  test("[HI-01] one line records creation, changes, archiving, restoring and deletion", async () => {
    const { parts, run, changes } = await makeTable();
    await run(
      sql`insert into ${parts} (part_name, in_stock, built_on) values ('bolt', true, '2026-01-02T03:04:05Z')`,
    );
    await run(sql`update ${parts} set part_name = 'nut', updated_on = now(), version = 2`);
    await run(sql`update ${parts} set archived_on = '2026-02-03T04:05:06Z'`);
    await run(sql`update ${parts} set archived_on = null`);
    await run(sql`delete from ${parts}`);
    const made = { partName: "bolt", inStock: true, builtOn: "2026-01-02T03:04:05.000Z" };
    const renamed = { ...made, partName: "nut" };
    const archived = { ...renamed, archivedOn: "2026-02-03T04:05:06.000Z" };
    expect(await changes()).toEqual([
      { name: "BOLT", type: "PartCreated", previous: null, current: made },
      { name: "NUT", type: "PartUpdated", previous: made, current: renamed },
      { name: "NUT", type: "PartDeleted", previous: renamed, current: archived },
      { name: "NUT", type: "PartRestored", previous: archived, current: renamed },
      { name: "NUT", type: "PartDeleted", previous: renamed, current: null },
    ]);
  });

  test("[HI-01] parts are recorded separately, secrets without a value, and ignored columns not at all", async () => {
    const { parts, run, changes } = await makeTable();
    await run(sql`insert into ${parts} (part_name, tags, pin_code) values ('cog', '{small}', '1234')`);
    await run(sql`update ${parts} set tags = '{small,round}', pin_code = '9876', seen_on = now()`);
    await run(sql`update ${parts} set seen_on = now(), tags = tags, part_name = part_name`);
    const recorded = await changes();
    expect(recorded.map(({ type }) => type).sort()).toEqual([
      "PartCreated",
      "PartPinCodeChanged",
      "PartTagsChanged",
    ]);
    expect(recorded.find(({ type }) => type === "PartTagsChanged")).toMatchObject({
      previous: { tags: ["small"] },
      current: { tags: ["small", "round"] },
    });
    expect(recorded[0]).toMatchObject({ current: { partName: "cog", tags: ["small"] } });
    expect(JSON.stringify(recorded)).not.toMatch(/1234|9876|seen/);
  });

  test("[HI-01] a change of many rows is recorded by one statement, after one of a single row too", async () => {
    const { parts, run, changes } = await makeTable();
    await run(sql`insert into ${parts} (part_name) values ('first')`);
    await run(sql`update ${parts} set in_stock = true`);
    await run(sql`insert into ${parts} (part_name) select 'part ' || n from generate_series(1, 5000) n`);
    await run(sql`update ${parts} set in_stock = false`);
    expect(await changes()).toHaveLength(1 + 1 + 5000 + 5001);
  });

  test("[HI-01] a line for an unknown column is refused", async () => {
    const wrong = api.connection.transaction("owner", (db) =>
      db.execute(sql`select track_history('roles', 'role_id', 'Role', 'role_name', secret => '{pass_word}')`),
    );
    await expect(wrong).rejects.toHaveProperty(
      "cause.message",
      "track_history: roles has no column pass_word",
    );
  });

  test("[HI-01] a column added later is missing until the table's line is called again", async () => {
    const { table, parts, run, changes } = await makeTable();
    expect(await unrecorded(table)).toEqual([]);
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`alter table ${parts} add column weight integer`),
    );
    expect(await unrecorded(table)).toEqual([`${table}.weight`]);
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`select track_history(${table}::regclass, 'part_id', 'Part', 'part_name', apart => '{tags}',
        secret => '{pin_code}', ignored => '{seen_on}', collection => ${table})`),
    );
    expect(await unrecorded(table)).toEqual([]);
    await run(sql`insert into ${parts} (part_name, weight) values ('rod', 7)`);
    expect(await changes()).toMatchObject([{ name: "rod", current: { weight: 7 } }]);
  });

  test("[HI-01] every column of the product's tables is in its table's line", async () => {
    expect(await unrecorded("%")).toEqual([]);
  });

  /** Columns of recorded tables missing from the functions of their triggers. */
  const unrecorded = (tables: string) =>
    api.connection.transaction("owner", async (db) => {
      const { rows } = await db.execute<{ name: string }>(sql`
        select c.relname || '.' || a.attname as name
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        join pg_proc p on p.proname = 'record_' || c.relname
        where c.relnamespace = 'public'::regnamespace and c.relname like ${tables} and p.prosrc !~ ('\\m' || a.attname || '\\M')
          and a.attname !~ '^(version|(created|updated)_(on|by|by_name))$'
        order by 1`);
      return rows.map(({ name }) => name);
    });
});
