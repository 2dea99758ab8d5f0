import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../../config/config";
import { lastPrefix, pendingSignInsOf, signInOf, transactionCookies, transactionOf } from "./transaction";

const settings = readConfig({
  SESSION_SECRET: "a secret of at least thirty-two characters",
  PUBLIC_URL: "https://hub.example",
});
const now = Date.UTC(2026, 10, 24, 8);
const minutes = 60_000;

beforeEach(() => void vi.useFakeTimers({ now, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const begun = {
  checks: { state: "s", nonce: "n" },
  prefix: "/t/main",
  tenant: "main",
  returnTo: "/t/main/users",
};
const begin = (state: string, { path = "/", cookieHeader = null as string | null, ...more } = {}) =>
  transactionCookies(settings, { path, state, cookieHeader }, { ...begun, ...more });
const headerOf = (lines: readonly string[]) =>
  lines
    .filter((line) => !line.includes("Max-Age=0"))
    .map((line) => line.slice(0, line.indexOf(";")))
    .join("; ");
const found = (state: string, cookieHeader: string | null, path = "/") =>
  transactionOf(settings, { path, state, cookieHeader });

test("[AU-01] finds a pending sign-in by its state alone, for a quarter of an hour", async () => {
  const lines = await begin("one", { popup: true, before: "session" } as object);
  const header = headerOf(lines);
  expect((await found("one", header)).transaction).toEqual({
    ...begun,
    popup: true,
    before: "session",
    others: [],
    until: now + 15 * minutes,
  });
  expect(await found("other", header)).toEqual({
    removal: expect.stringMatching(/^__Host-hub\.signin\.[\w-]{12}=; Path=\/; Max-Age=0; /),
  });
  expect(await found("one", null)).toHaveProperty("removal");
  expect((await found("one", `__Host-hub.signin.${signInOf("one")}=planted`)).transaction).toBeUndefined();
  expect(lines[0]).toMatch(/; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/);
  vi.setSystemTime(now + 15 * minutes - 1);
  expect((await found("one", header)).transaction).toBeDefined();
  vi.setSystemTime(now + 15 * minutes);
  expect((await found("one", header)).transaction).toBeUndefined();
});

test("[AU-01] several windows sign in in parallel and know each other, until they exceed a request", async () => {
  let header = "";
  for (const state of ["one", "two", "three"])
    header += `${header && "; "}${headerOf(await begin(state, { cookieHeader: header || null }))}`;
  expect(pendingSignInsOf(settings, "/", header)).toEqual(["one", "two", "three"].map(signInOf));
  expect((await found("three", header)).transaction?.others).toEqual(["one", "two"].map(signInOf));
  expect(pendingSignInsOf(settings, "/", "__Host-hub.signin.no=x; hub.signin.abcdefghijkl=x")).toEqual([]);
  const many = Array.from({ length: 12 }, (_, at) => `__Host-hub.signin.${signInOf(`${at}`)}=x`).join("; ");
  expect(pendingSignInsOf(settings, "/", many)).toHaveLength(8);

  const large = `__Host-hub.signin.${signInOf("large")}=${"x".repeat(2_000)}; language=de`;
  const lines = await begin("next", { cookieHeader: large });
  expect(lines.filter((line) => line.includes("Max-Age=0"))).toEqual([
    `__Host-hub.signin.${signInOf("large")}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
  ]);
  expect((await found("next", headerOf(lines))).transaction).toMatchObject(begun);
});

test("[AU-03] shortens a long address to its view, and a long view to the tenant's home page", async () => {
  const noise = (length: number) =>
    Array.from({ length }, (_, at) => signInOf(`${at}`))
      .join("")
      .slice(0, length);
  const goesOnTo = async (returnTo: string) => {
    const lines = await begin("one", { returnTo } as object);
    expect(headerOf(lines).length).toBeLessThan(1_300);
    return (await found("one", headerOf(lines))).transaction?.returnTo;
  };
  const short = `/t/main/users?phrase=${noise(200)}#x`;
  expect(await goesOnTo(short)).toBe(short);
  expect(await goesOnTo(`/t/main/users?phrase=${noise(1_500)}`)).toBe("/t/main/users");
  expect(await goesOnTo(`/t/main/users#${noise(1_500)}`)).toBe("/t/main/users");
  expect(await goesOnTo(`/t/main/${noise(1_500)}`)).toBe("/t/main/");
});

test("[AU-10] remembers the last tenant where tenants share an address", async () => {
  const lines = await begin("one");
  expect(lines[1]).toBe("__Host-hub.place=/t/main; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure");
  expect(lastPrefix(settings, "/", headerOf(lines))).toBe("/t/main");
  expect(await begin("one", { path: "/t/main" })).toHaveLength(1);
  expect(await begin("one", { prefix: "" } as object)).toHaveLength(1);
});
