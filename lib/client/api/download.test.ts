import { afterEach, expect, test, vi } from "vitest";
import { contract } from "../../contract";
import { download, fileNameOf } from "./download";

afterEach(() => vi.unstubAllGlobals());

const input = { body: { columns: [{ dataField: "userName" as const }] } };

function answer(...parts: (Uint8Array | Error)[]) {
  const body = new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part instanceof Error) controller.error(part);
      else if (part) controller.enqueue(part);
      else controller.close();
    },
  });
  const headers = {
    "content-disposition": `attachment; filename="users.xlsx"`,
    "content-type": "text/plain",
  };
  vi.stubGlobal("fetch", async () => new Response(body, { headers }));
}

test("[TL-03] downloads the whole file under its name, and reports progress", async () => {
  answer(new Uint8Array(900_000).fill(65), new Uint8Array(900_000).fill(66), Uint8Array.of(67));
  const seen: number[] = [];
  const { fileName, content } = await download(contract.users.export, input, {
    onProgress: (bytes) => seen.push(bytes),
  });
  expect(fileName).toBe("users.xlsx");
  expect(seen).toEqual([900_000, 1_800_000, 1_800_001]);
  expect(await content.text()).toBe(`${"A".repeat(900_000)}${"B".repeat(900_000)}C`);
});

test("[TL-03] an incomplete file is an error, never a shorter file", async () => {
  answer(Uint8Array.of(65), new TypeError("network error"));
  await expect(download(contract.users.export, input)).rejects.toMatchObject({
    status: 0,
    code: "incomplete",
  });
});

test("[TL-03] a cancelled download reports the cancellation", async () => {
  const abort = new AbortController();
  answer(Uint8Array.of(65), new DOMException("cancelled", "AbortError"));
  abort.abort();
  await expect(download(contract.users.export, input, { signal: abort.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
});

test.each([
  [`attachment; filename="a b.xlsx"`, "a b.xlsx"],
  ["attachment; filename=plain.xlsx; size=3", "plain.xlsx"],
  [`attachment; filename="uzytkownicy.xlsx"; filename*=UTF-8''u%C5%BCytkownicy.xlsx`, "użytkownicy.xlsx"],
  [`attachment; filename="fallback.xlsx"; filename*=UTF-8''%E0%A4%A`, "fallback.xlsx"],
  [`attachment; filename="a\\"b.xlsx"`, `a"b.xlsx`],
  ["attachment", ""],
])("[TL-03] %s names %s", (disposition, fileName) => {
  expect(fileNameOf(disposition)).toBe(fileName);
});
