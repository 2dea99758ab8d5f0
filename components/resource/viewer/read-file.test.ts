import { afterEach, expect, test, vi } from "vitest";
import { FileProblem, readPart, readStart, readWhole } from "./read-file";

const { signal } = new AbortController();
afterEach(() => vi.unstubAllGlobals());

/** Server of 1,000 bytes in chunks of 100; `sent` counts the consumed ones. */
function serve({ ranges = true, announced = true } = {}) {
  const taken = { sent: 0 };
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: Record<string, string> }) => {
    const [, from = "0", to = "999"] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? "") ?? [];
    const isPart = ranges && headers.range !== undefined;
    const [start, end] = isPart ? [Number(from), Math.min(999, Number(to)) + 1] : [0, 1_000];
    let at = start;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (at >= end) return controller.close();
          const size = Math.min(100, end - at);
          controller.enqueue(Uint8Array.from({ length: size }, (_, index) => (at + index) % 251));
          at += size;
          taken.sent += size;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, {
      status: isPart ? 206 : 200,
      headers: {
        ...(isPart && { "content-range": `bytes ${start}-${end - 1}/1000` }),
        ...(announced && { "content-length": String(end - start) }),
      },
    });
  });
  return taken;
}

test("[AT-01] only the beginning of a long file is read, even if the server sends all of it", async () => {
  for (const ranges of [true, false]) {
    const taken = serve({ ranges });
    const { bytes, isWhole } = await readStart("/a", 150, signal);
    expect([bytes.length, isWhole]).toEqual([150, false]);
    expect(taken.sent).toBeLessThan(400);
    expect(await readStart("/a", 5_000, signal)).toMatchObject({ isWhole: true });
  }
});

test("[AT-01] a range of a file is returned, even if the server sends all of it", async () => {
  for (const ranges of [true, false]) {
    serve({ ranges });
    const bytes = await readPart("/a", 300, 310, signal);
    expect([...bytes]).toEqual(Array.from({ length: 10 }, (_, index) => (300 + index) % 251));
  }
});

test("[AT-01] a missing range, or another than requested, is rejected", async () => {
  const answer = (status: number, range: string) =>
    vi.stubGlobal(
      "fetch",
      async () => new Response('{"message":"no"}', { status, headers: { "content-range": range } }),
    );
  answer(416, "bytes */1000");
  await expect(readPart("/a", 2_000, 2_010, signal)).rejects.toMatchObject({ reason: "unreadable" });
  answer(206, "bytes 0-15/1000");
  await expect(readPart("/a", 300, 310, signal)).rejects.toMatchObject({ reason: "unreadable" });
  answer(206, "bytes 5-20/1000");
  await expect(readStart("/a", 16, signal)).rejects.toMatchObject({ reason: "unreadable" });
  answer(416, "bytes */0");
  expect(await readStart("/a", 16, signal)).toMatchObject({ isWhole: true, bytes: new Uint8Array() });
});

test("[AT-01] reading a too large file is aborted as soon as its size is known", async () => {
  for (const announced of [true, false]) {
    const taken = serve({ announced });
    await expect(readWhole("/a", 500, signal)).rejects.toMatchObject({ reason: "tooLarge" });
    expect(taken.sent).toBeLessThan(800);
  }
  serve();
  expect((await readWhole("/a", 1_000, signal)).size).toBe(1_000);
});

test.each([
  [404, "missing"],
  [403, "forbidden"],
  [502, "unreachable"],
])("[AT-01] a response of %i means that the file is %s", async (status, reason) => {
  vi.stubGlobal("fetch", async () => new Response(null, { status }));
  await expect(readWhole("/a", 1, signal)).rejects.toMatchObject({ reason });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await expect(readWhole("/a", 1, signal)).rejects.toBeInstanceOf(FileProblem);
});
