import { expect, test } from "vitest";
import type { Caller } from "../identity/identify";
import { openTestDatabase } from "../testing/databases";
import { ConnectionIds } from "./connection-ids";

test("[HO-03] while PROXY_SECRET is rotated, processes accept each other's connection ids", async () => {
  const connection = await openTestDatabase("postgres");
  const caller = { tenant: { tenantId: "t" }, user: { userId: "u" } } as unknown as Caller;
  const [before, both, after] = [
    "earlier-than-this",
    "later-than-that,earlier-than-this",
    "later-than-that",
  ].map((secret) => new ConnectionIds(connection, secret)) as [ConnectionIds, ConnectionIds, ConnectionIds];
  const [earlier, later] = [await before.issue(caller), await both.issue(caller)];
  expect(await both.isIssued(earlier, caller)).toBe(true);
  expect(await both.isIssued(later, caller)).toBe(true);
  expect(await after.isIssued(later, caller)).toBe(true);
  expect(await after.isIssued(earlier, caller)).toBe(false);
  await connection.close();
});
