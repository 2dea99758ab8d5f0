import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Endpoint } from "../../lib/contract/endpoint";
import type { Caller, Input } from "./caller";
import { expectError, expectResponse, expectThat, type Findings } from "./findings";

const page = z.object({
  list: z.array(z.record(z.string(), z.unknown())),
  totalCount: z.number(),
});

/** Lists up to this number of rows are read whole. */
const smallList = 25;

/** Checks paging, sorting, phrase and filters of a list against the contract. Reads only. */
export async function checkList(
  caller: Caller,
  endpoint: Endpoint,
  params: Input["params"],
  findings: Findings,
): Promise<void> {
  const { list } = endpoint;
  if (!list) return;
  const ask = (query: Record<string, unknown>) => caller.call(endpoint, { params, query });
  const read = async (query: Record<string, unknown>) => {
    const answer = await ask(query);
    expectResponse(endpoint, answer);
    return page.parse(answer.body);
  };
  const check = (name: string, run: () => Promise<void>) => findings.check(endpoint, name, run);
  let total = 0;
  await check("pageLimit=0", async () => {
    const { list: rows, totalCount } = await read({ pageLimit: 0 });
    expectThat(rows.length === 0, `expected the count only, got ${rows.length} rows`);
    total = totalCount;
  });
  await check("pages", async () => {
    const [first, second] = [await read({ pageLimit: 1 }), await read({ pageLimit: 1, page: 2 })];
    expectThat(first.list.length === Math.min(total, 1), `pageLimit=1 gives ${first.list.length} rows`);
    if (total < 2) return;
    expectThat(
      JSON.stringify(first.list) !== JSON.stringify(second.list),
      "the first two pages of one row are the same",
    );
  });
  if (total <= smallList)
    await check("pageLimit=-1", async () => {
      const { list: rows, totalCount } = await read({ pageLimit: -1 });
      expectThat(rows.length === totalCount, `${rows.length} rows of ${totalCount}`);
    });
  for (const [query, property] of [
    [{ page: 0 }, "page"],
    [{ sortBy: "nonsense" }, "sortBy"],
    [{ filters: "nonsense" }, "filters"],
  ] as const)
    await check(`${property} out of range`, async () => {
      const errors = expectError(await ask(query), 400);
      expectThat(
        errors.some(({ propertyName }) => propertyName === property),
        `the 400 does not name '${property}' in \`errors\``,
      );
    });
  for (const sortBy of list.sortable)
    await check(`sortBy=${sortBy}`, async () => {
      const sorted = async (sortDir: string) =>
        (await read({ pageLimit: smallList, sortBy, sortDir })).list.map((row) => row[sortBy]);
      const [up, down] = [await sorted("asc"), await sorted("desc")];
      if (total <= smallList)
        expectThat(
          JSON.stringify(up) === JSON.stringify(down.toReversed()),
          "descending is not the reverse of ascending",
        );
    });
  await check("phrase", async () => {
    const { totalCount } = await read({ phrase: randomUUID() });
    expectThat(totalCount === 0, `a random phrase has ${totalCount} hits`);
  });
  for (const [column, { type }] of Object.entries(list.filterable))
    if (type === "text")
      await check(`filters=${column}`, async () => {
        const { totalCount } = await read({ filters: `${column}:contains:${randomUUID()}` });
        expectThat(totalCount === 0, `a random text is contained ${totalCount} times`);
      });
}
