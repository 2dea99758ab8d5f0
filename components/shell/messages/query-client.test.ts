import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { createQueryClient } from "./query-client";

const queryKey = ["api-keys", "list"];

/** Server that responds on demand with the value at request time. */
function slowServer() {
  const server = {
    stored: "before",
    asked: [] as { answer: () => void; signal: AbortSignal }[],
    read: ({ signal }: { signal: AbortSignal }) => {
      const { stored } = server;
      return new Promise<string>((resolve) => {
        server.asked.push({ answer: () => resolve(stored), signal });
      });
    },
  };
  return server;
}

describe("queries invalidated while they are pending are refetched", () => {
  test("[TL-01] when a view waits for the first response", async () => {
    const client = createQueryClient();
    const server = slowServer();
    const stop = new QueryObserver(client, { queryKey, queryFn: server.read }).subscribe(() => undefined);
    server.stored = "after";
    const fresh = client.invalidateQueries({ queryKey: ["api-keys"] });
    expect(server.asked).toHaveLength(2);
    expect(server.asked[0]?.signal.aborted).toBe(true);
    for (const { answer } of server.asked) answer();
    await fresh;
    expect(client.getQueryData(queryKey)).toBe("after");
    stop();
  });

  test("[TL-01] when no view uses it any more", async () => {
    const client = createQueryClient();
    const server = slowServer();
    client.setQueryData(queryKey, "long ago", { updatedAt: 0 });
    const first = client.fetchQuery({ queryKey, queryFn: server.read });
    server.stored = "after";
    await client.invalidateQueries({ queryKey: ["api-keys"] });
    for (const { answer } of server.asked) answer();
    expect(await first).toBe("after");
    expect(client.getQueryData(queryKey)).toBe("after");
  });

  test("[TL-01] once, when a view has data and refreshes it", async () => {
    const client = createQueryClient();
    const server = slowServer();
    client.setQueryData(queryKey, "long ago", { updatedAt: 0 });
    const stop = new QueryObserver(client, { queryKey, queryFn: server.read }).subscribe(() => undefined);
    server.stored = "after";
    const fresh = client.invalidateQueries({ queryKey: ["api-keys"] });
    for (const { answer } of server.asked) answer();
    await fresh;
    expect(client.getQueryData(queryKey)).toBe("after");
    expect(server.asked).toHaveLength(2);
    stop();
  });

  test("[TL-01] and no others", async () => {
    const client = createQueryClient();
    const server = slowServer();
    const first = client.fetchQuery({ queryKey: ["users", "list"], queryFn: server.read });
    await client.invalidateQueries({ queryKey: ["api-keys"] });
    expect(server.asked).toHaveLength(1);
    server.asked[0]?.answer();
    expect(await first).toBe("before");
  });
});
