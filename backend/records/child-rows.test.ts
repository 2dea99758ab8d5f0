import { beforeAll, expect, test } from "vitest";
import { purgeDeleted } from "../audit/purge";
import { sql } from "../database/sql";
import { inTenant } from "../database/transaction";
import { ensureTenant } from "../seed/tenant";
import { describeApi } from "../testing/api";
import { unknownId } from "../testing/factories";
import { makeParts } from "../testing/parts";

describeApi("rows of a record", (api) => {
  let tenantId: string;
  const asOwner = <Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
    api.connection.transaction("owner", async (db) => (await db.execute<Row>(statement)).rows);
  const within = <Row extends Record<string, unknown>>(
    statement: ReturnType<typeof sql>,
    tenant = tenantId,
  ) => inTenant(api.connection, tenant, undefined, async (db) => (await db.execute<Row>(statement)).rows);
  const addPart = async (partName: string) =>
    (
      await within<{ part_id: string }>(
        sql`insert into spare_parts (part_name, weight, built_on) values (${partName}, 1, now()) returning part_id`,
      )
    )[0]?.part_id ?? "";
  const historyOf = (partId: string) =>
    asOwner(sql`select record_name, type, previous, current from history
      where collection = 'spare-parts' and record_id = ${partId} and type like 'PartTest%' order by type`);

  beforeAll(async () => {
    await makeParts(api);
    await asOwner(sql`create table part_tests (tested_on date not null, outcome text not null default '')`);
    await asOwner(sql`select make_child_rows('part_tests', 'PartTest', 'spare_parts', 'r.part_name')`);
    tenantId = await ensureTenant(api.connection, "main");
  });

  test("[HI-01] are changed only by the API, and their record's history includes each change", async () => {
    const partId = await addPart("Wheel");
    await within(sql`insert into part_tests (part_id, tested_on) values (${partId}, '2026-01-31')`);
    await within(sql`update part_tests set outcome = 'fine' where part_id = ${partId}`);
    await within(sql`update part_tests set outcome = 'fine' where part_id = ${partId}`);
    await within(sql`delete from part_tests where part_id = ${partId}`);
    const [first, second] = [
      { testedOn: "2026-01-31", outcome: "" },
      { testedOn: "2026-01-31", outcome: "fine" },
    ];
    expect(await historyOf(partId)).toEqual([
      { record_name: "Wheel", type: "PartTestAdded", previous: {}, current: first },
      { record_name: "Wheel", type: "PartTestChanged", previous: first, current: second },
      { record_name: "Wheel", type: "PartTestRemoved", previous: second, current: {} },
    ]);
    await expect(within(sql`update part_tests set created_on = now()`)).rejects.toThrow();
    await expect(within(sql`update part_tests set part_id = ${unknownId}`)).rejects.toThrow();
  });

  test("[OR-03] belong to their record's tenant only", async () => {
    const partId = await addPart("Axle");
    await within(sql`insert into part_tests (part_id, tested_on) values (${partId}, '2026-01-31')`);
    expect(await within(sql`select from part_tests`, unknownId)).toEqual([]);
    await expect(
      within(sql`insert into part_tests (part_id, tested_on) values (${partId}, '2026-01-31')`, unknownId),
    ).rejects.toThrow();
  });

  test("[HI-03] are purged with their record", async () => {
    const partId = await addPart("Brake");
    await within(sql`insert into part_tests (part_id, tested_on) values (${partId}, '2026-01-31')`);
    await within(sql`update spare_parts set archived_on = now() where part_id = ${partId}`);
    expect(await purgeDeleted(api.connection, new Date(Date.now() + 60_000))).toBe(1);
    expect(await asOwner(sql`select from part_tests where part_id = ${partId}`)).toEqual([]);
    expect(await historyOf(partId)).toEqual([]);
  });
});
