import { once } from "node:events";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { attachment, sendFile } from "./file-response";

const app = { close: async () => {} };
afterEach(() => app.close());

const part = Buffer.alloc(64 * 1024, "x");

/** Serves `content` as a file and returns its address and the outcome of sending it. */
async function serve(content: AsyncIterable<Uint8Array>) {
  const fastify = Fastify();
  app.close = () => fastify.close();
  const sent = new Promise<unknown>((resolve) => {
    fastify.get("/", async (request, reply) => {
      const file = { fileName: "a.bin", mediaType: "application/octet-stream", content };
      await sendFile(request, reply, file).then(resolve, (error) => {
        resolve(error);
        if (!reply.sent) throw error;
      });
      return reply;
    });
  });
  await fastify.listen({ port: 0 });
  return { address: `http://localhost:${(fastify.server.address() as AddressInfo).port}/`, sent };
}

test("[TL-03] a file that fails halfway is aborted, never completed", async () => {
  async function* failing() {
    yield part;
    throw new Error("query failed");
  }
  const { address, sent } = await serve(failing());
  const response = await fetch(address);
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow();
  expect(await sent).toMatchObject({ message: "query failed" });
});

test("[TL-03] a failure before the first byte gets an error response", async () => {
  // biome-ignore lint/correctness/useYield: it fails before it could
  async function* failing(): AsyncGenerator<Uint8Array> {
    throw new Error("query failed");
  }
  const { address } = await serve(failing());
  expect((await fetch(address)).status).toBe(500);
});

test("[TL-03] a disconnected receiver aborts the creation of the file", async () => {
  const ended = new EventTarget();
  const end = once(ended, "ended");
  async function* endless() {
    try {
      for (;;) yield part;
    } finally {
      ended.dispatchEvent(new Event("ended"));
    }
  }
  const { address, sent } = await serve(endless());
  const abort = new AbortController();
  const response = await fetch(address, { signal: abort.signal });
  await response.body?.getReader().read();
  abort.abort();
  await end;
  expect(await sent).toBeInstanceOf(Error);
});

test("[TL-03] file names in any language", () => {
  expect(attachment("users-2026-03-01.xlsx")).toBe(
    `attachment; filename="users-2026-03-01.xlsx"; filename*=UTF-8''users-2026-03-01.xlsx`,
  );
  expect(attachment("użytkownicy.xlsx")).toBe(
    `attachment; filename="uzytkownicy.xlsx"; filename*=UTF-8''u%C5%BCytkownicy.xlsx`,
  );
  expect(attachment('a"\r\nb/c\\(1)*.xlsx')).toBe(
    `attachment; filename="a___b_c_(1)*.xlsx"; filename*=UTF-8''a%22%0D%0Ab%2Fc%5C%281%29%2A.xlsx`,
  );
});
