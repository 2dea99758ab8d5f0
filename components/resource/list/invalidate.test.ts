import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient } from "@/components/shell/messages/query-client";
import { invalidateAfterDeleting, invalidateAreas } from "./invalidate";

/** Mounts observers of the queries; returns the refetched ones. */
async function shown(...keys: readonly unknown[][]) {
  const client = createQueryClient();
  const asked: string[] = [];
  for (const queryKey of keys) {
    const queryFn = () => {
      asked.push(String(queryKey[1]));
      return {};
    };
    await client.fetchQuery({ queryKey, queryFn });
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  }
  asked.length = 0;
  return { client, asked };
}

const detail = ["users", "detail", { params: { userId: "1" } }];

test("[US-01] after a deletion the record is not refetched; lists and other records are", async () => {
  const { client, asked } = await shown(
    detail,
    ["users", "roles", { params: { userId: "1" }, query: { page: 1 } }],
    ["users", "other", { params: { userId: "2" } }],
    ["users", "list", { query: { page: 1 } }],
    ["roles", "filtered", { query: { filters: "userId=1" } }],
    ["roles", "users", {}],
  );
  await invalidateAfterDeleting(client, ["users", "roles"], ["1"]);
  expect(asked).toEqual(["other", "list", "filtered", "users"]);
});

test("[US-01] returning to the deleted record requests it again", async () => {
  const { client, asked } = await shown(detail);
  await invalidateAfterDeleting(client, ["users"], ["1"]);
  expect(asked).toEqual([]);
  expect(client.getQueryState(detail)?.isInvalidated).toBe(true);
});

test("[HO-05] any change invalidates the home page", async () => {
  const { client, asked } = await shown(["home", "overview", {}], ["roles", "list", {}]);
  await invalidateAreas(client, ["users"]);
  expect(asked).toEqual(["overview"]);
});
