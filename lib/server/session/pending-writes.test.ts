import { expect, test } from "vitest";
import { PendingWrites } from "./pending-writes";

const later = Date.now() + 60_000;

/** Records the writes once the database is back. */
async function writtenOf(pending: PendingWrites) {
  const names: string[] = [];
  const sessions: string[] = [];
  await pending.write({
    end: async (ended) => names.push(...ended),
    keep: async (sessionId) => sessions.push(sessionId),
  });
  return { names, sessions };
}

test("[AU-08] forgets the oldest names above the limit, however many end at once", async () => {
  const pending = new PendingWrites();
  for (let at = 0; at < 10_002; at += 3) pending.end([`${at}`, `${at + 1}`, `${at + 2}`], 1, later);
  const { names } = await writtenOf(pending);
  expect([names.length, names[0], names.at(-1)]).toEqual([10_000, "2", "10001"]);
  expect(pending.isEmpty).toBe(true);
});

test("[AU-08] writes the latest tokens, and never an older generation", async () => {
  const pending = new PendingWrites();
  pending.keep("a", { generation: 2, sealed: "new" }, later);
  pending.keep("b", { generation: 1, sealed: "other" }, later);
  pending.keep("a", { generation: 1, sealed: "old" }, later);
  expect(pending.keptOf("a")).toEqual({ generation: 2, sealed: "new" });
  expect((await writtenOf(pending)).sessions).toEqual(["a", "b"]);
  expect(pending.isEmpty).toBe(true);
});

test("[AU-08] retries failed writes until they expire", async () => {
  const pending = new PendingWrites();
  pending.end(["over"], 1, Date.now() - 1);
  pending.end(["stays"], 1, later);
  const away = () => Promise.reject(new Error("away"));
  await pending.write({ end: away, keep: away });
  expect(await writtenOf(pending)).toEqual({ names: ["stays"], sessions: [] });
});
