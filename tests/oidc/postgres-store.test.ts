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
