import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { configureApi } from "@/lib/client/api/client";
import { contract } from "@/lib/contract";
import { dictionarySource, pathSource } from "./source";

afterEach(() => vi.unstubAllGlobals());

const signal = new AbortController().signal;
const { origin } = new URL("http://hub.test");

/** Returns the address requested for a phrase, below `/api`; undefined without a request. */
async function asked(source: ReturnType<typeof pathSource>, phrase: string, limit = 10) {
  const fetched = vi.fn(async (_: string) =>
    Response.json({ list: [{ id: 1, name: "One" }], totalCount: 1 }),
  );
  vi.stubGlobal("fetch", fetched);
  configureApi({ prefix: "", language: () => "en", timeZone: () => "UTC" });
  const response = await source(phrase, limit, signal);
  const [call] = fetched.mock.calls;
  return { response, url: call && new URL(call[0], origin) };
}

test("[TL-05] autocomplete sends Page, PageLimit, Phrase, autoComplete and the custom filters", async () => {
  const source = dictionarySource(contract.dictionaries.roles, { filters: { userId: "7" } });
  const { url, response } = await asked(source, "ad & min");
  expect(url?.pathname).toBe("/api/dictionaries/roles");
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    Page: "1",
    PageLimit: "10",
    Phrase: "ad & min",
    autoComplete: "true",
    userId: "7",
  });
  expect(response).toEqual({ options: [{ id: "1", text: "One" }], total: 1 });
});

test("[TL-05] {phrase} and {limit} in a path are replaced anywhere, and not sent twice", async () => {
  const phrases = fc.string({ unit: "binary" });
  await fc.assert(
    fc.asyncProperty(phrases, fc.integer({ min: 1, max: 100 }), async (phrase, limit) => {
      const inQuery = await asked(pathSource("/things?like={phrase}&top={limit}"), phrase, limit);
      expect(Object.fromEntries(inQuery.url?.searchParams ?? [])).toEqual({
        like: phrase,
        top: String(limit),
        Page: "1",
        autoComplete: "true",
      });
      const { url } = await asked(pathSource("/things/{phrase}/first/{limit}"), phrase, limit);
      if (phrase === "." || phrase === "..") return expect(url).toBeUndefined();
      const [, api, things, given = "", first, max] = url?.pathname.split("/") ?? [];
      expect([api, things, decodeURIComponent(given), first, max]).toEqual([
        "api",
        "things",
        phrase,
        "first",
        String(limit),
      ]);
      expect(url?.searchParams.has("Phrase")).toBe(false);
    }),
  );
  expect((await asked(pathSource("/things/{phrase}"), "..")).response).toEqual({ options: [], total: 0 });
});
