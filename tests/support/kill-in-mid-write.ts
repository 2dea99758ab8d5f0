import { expect } from "vitest";
import { contract } from "@/lib/contract";
import { allRows } from "@/lib/contract/paging";
import { ApiClient } from "./api-client";
import { startApi } from "./api-process";
import { freePort } from "./free-port";

const writers = 4;
/** Maximum ratio between a start after a kill and the first start, which creates the database. */
const maxStartRatio = 2;

/**
 * Starts the API on the embedded database and kills it during writes, repeatedly: acknowledged writes are complete after each
 * start, which is fast.
 * @param directory its unused DATA_DIR
 */
export async function killInMidWrite(directory: string, rounds: number): Promise<void> {
  const port = await freePort();
  const settings = { API_PORT: String(port), DATA_DIR: directory, ADMIN_PASSWORD: "Correct-horse-7" };
  const url = `http://localhost:${port}`;
  const acknowledged = new Set<string>();
  const secondsToReady: number[] = [];

  for (let round = 0; round <= rounds; round += 1) {
    const from = performance.now();
    const api = await startApi(settings);
    secondsToReady.push((performance.now() - from) / 1000);
    const client = await ApiClient.signIn(url, "admin", settings.ADMIN_PASSWORD);

    const { list } = await client.call(contract.roles.list, { query: { pageLimit: allRows } });
    const present = new Set(list.map(({ roleName }) => roleName));
    expect([...acknowledged].filter((name) => !present.has(name))).toEqual([]);
    await expectWholeRecords(client, list);
    if (round === rounds) {
      expect(await api.stop()).toBe(0);
      break;
    }

    // Killed after a varying number of acknowledged writes, with several pending.
    const target = acknowledged.size + 3 + (round % 7);
    const writing = Array.from({ length: writers }, async (_, writer) => {
      for (let count = 0; ; count += 1) {
        const roleName = `Round ${round} writer ${writer} number ${count}`;
        await client.call(contract.roles.create, { body: { roleName } });
        acknowledged.add(roleName);
      }
    });
    const allStopped = Promise.allSettled(writing);
    await expect
      .poll(() => acknowledged.size, { interval: 1, timeout: 20_000 })
      .toBeGreaterThanOrEqual(target);
    await api.kill();
    await allStopped;
  }

  expect(acknowledged.size).toBeGreaterThan(rounds * 3);
  const [first = 0, ...again] = secondsToReady;
  // The median, since a single start may have shared the machine.
  expect(again.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]).toBeLessThan(maxStartRatio * first);
}

/** Expects complete records: each has its creation in the history and is counted in the total. */
async function expectWholeRecords(client: ApiClient, list: readonly { roleId: string }[]) {
  const { totalCount } = await client.call(contract.roles.list, { query: { pageLimit: 0 } });
  expect(totalCount).toBe(list.length);
  const newest = list.at(-1);
  if (!newest) return;
  const history = await client.call(contract.roles.history, { query: { pageLimit: allRows } });
  const recorded = new Set(history.list.map(({ recordId }) => recordId));
  expect(list.filter(({ roleId }) => !recorded.has(roleId))).toEqual([]);
}
