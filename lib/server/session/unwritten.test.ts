import { expect, test } from "vitest";
import { Unwritten } from "./unwritten";

const later = Date.now() + 60_000;

/** What is written once the database is back. */
async function writtenOf(unwritten: Unwritten) {
  const names: string[] = [];
  const sessions: string[] = [];
  await unwritten.write({
    end: async (ended) => names.push(...ended),
    keep: async (sessionId) => sessions.push(sessionId),
  });
  return { names, sessions };
}

test("[AU-08] of more names than are kept the oldest are forgotten, however many end at once", async () => {
  const unwritten = new Unwritten();
  for (let at = 0; at < 10_002; at += 3) unwritten.end([`${at}`, `${at + 1}`, `${at + 2}`], 1, later);
  const { names } = await writtenOf(unwritten);
  expect([names.length, names[0], names.at(-1)]).toEqual([10_000, "2", "10001"]);
  expect(unwritten.isEmpty).toBe(true);
});

test("[AU-08] what is kept anew is written as it is now, and never an older generation", async () => {
  const unwritten = new Unwritten();
  unwritten.keep("a", { generation: 2, sealed: "new" }, later);
  unwritten.keep("b", { generation: 1, sealed: "other" }, later);
  unwritten.keep("a", { generation: 1, sealed: "old" }, later);
  expect(unwritten.keptOf("a")).toEqual({ generation: 2, sealed: "new" });
  expect((await writtenOf(unwritten)).sessions).toEqual(["a", "b"]);
  expect(unwritten.isEmpty).toBe(true);
});

test("[AU-08] what could not be written stays for another time, unless it is of no use any more", async () => {
  const unwritten = new Unwritten();
  unwritten.end(["over"], 1, Date.now() - 1);
  unwritten.end(["stays"], 1, later);
  const away = () => Promise.reject(new Error("away"));
  await unwritten.write({ end: away, keep: away });
  expect(await writtenOf(unwritten)).toEqual({ names: ["stays"], sessions: [] });
});
