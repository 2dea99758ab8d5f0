import { afterAll, beforeAll, expect, test } from "vitest";
import { PostgresStore } from "@/lib/server/session/postgres-store";
import { startPostgres } from "../../scripts/lib/postgres.mjs";

let database: Awaited<ReturnType<typeof startPostgres>>;
let store: PostgresStore;
let other: PostgresStore;
beforeAll(async () => {
  database = await startPostgres();
  store = new PostgresStore(database.url);
  other = new PostgresStore(database.url);
});
afterAll(() => database.stop());

const soon = () => Date.now() + 60_000;

test("[AU-08] ends names that are given repeatedly, in every process", async () => {
  await store.end(["session a", "session b", "session a"], soon());
  const token = { name: "jti repeated", until: soon() };
  expect(await store.endOnce(token, ["session c", "session c"], soon())).toBe(true);
  expect(await store.endOnce(token, ["session d", "session d"], soon())).toBe(false);
  for (const each of [store, other]) {
    for (const name of ["session a", "session b", "session c"])
      await expect.poll(() => each.endedAt([name])).toBeGreaterThan(0);
    expect(await each.endedAt(["session d"])).toBeUndefined();
  }
});

test("[AU-04] tokens of the same generation leave another process's lease, newer ones end it", async () => {
  const keep = (generation: number, sealed: string) => other.keep("a", { generation, sealed }, soon());
  await keep(1, "first");
  expect(await store.lease("a", 30_000)).toMatchObject({ leased: true });
  await keep(1, "sealed again");
  expect(await other.lease("a", 30_000)).toEqual({
    leased: false,
    kept: { generation: 1, sealed: "sealed again" },
  });
  await keep(2, "newer");
  expect(await other.lease("a", 30_000)).toMatchObject({ leased: true });
});

test("[AU-04] a late release leaves the lease of the process that took over", async () => {
  const isLeased = async (by: PostgresStore, milliseconds = 30_000) =>
    (await by.lease("b", milliseconds)).leased;
  expect(await isLeased(store, 1)).toBe(true);
  await expect.poll(() => isLeased(other)).toBe(true);
  await store.release("b");
  expect(await isLeased(store)).toBe(false);
  await other.release("b");
  expect(await isLeased(store)).toBe(true);
});
