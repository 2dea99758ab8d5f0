// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { firstMessages } from "./served-messages";

afterEach(() => vi.unstubAllGlobals());

test("[PR-02] fetches the messages of a language once per page, and again after a failure", async () => {
  const asked: string[] = [];
  let status = 503;
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return Response.json({ common: {} }, { status });
  });
  await expect(firstMessages("/acme", "de")).rejects.toThrow("503");
  status = 200;
  const messages = firstMessages("/acme", "de");
  expect(firstMessages("/acme", "de")).toBe(messages);
  expect(await messages).toEqual({ common: {} });
  expect(asked).toEqual(["/acme/api/messages/de", "/acme/api/messages/de"]);
});
