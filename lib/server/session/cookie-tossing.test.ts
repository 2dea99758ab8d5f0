import { expect, test } from "vitest";
import { readConfig } from "../config/config";
import { basicSessionCookies, endedSessionCookies, readSession, tokenSessionCookies } from "./cookie";
import { transactionCookies, transactionOf } from "./oidc/transaction";
import { resolveSession } from "./resolve";
import { newSessionId } from "./seal";
import { deviceOf } from "./sign-in";

const SESSION_SECRET = "a secret of at least thirty-two characters";
const http = readConfig({ SESSION_SECRET });
const https = readConfig({ SESSION_SECRET, PUBLIC_URL: "https://hub.work.example.com" });
const root = { prefix: "", tenant: undefined, path: "/users/1" };
const below = { prefix: "/admin", tenant: undefined, path: "/users/1" };

const pairs = (lines: readonly string[]) => lines.map((line) => line.slice(0, line.indexOf(";")));
const basic = async (config = http, where: typeof root | typeof below = root) =>
  pairs(await basicSessionCookies(config, where, "token", null)).join("; ");
/** Random tokens, so that compression does not shrink them. */
const withTokens = async (size: number, generation: number, id = newSessionId()) => {
  const now = Date.now();
  const accessToken = Array.from(
    { length: size },
    () => "abcdefghijklmnopqrstuvwxyz0123456789"[Math.floor(Math.random() * 36)],
  ).join("");
  const about = {
    issuer: "https://id.example",
    subject: "ada",
    lifetime: 300,
    expires: now / 1000 + 300,
    sealedAt: now,
  };
  const session = { id, tenant: "", began: now, accessToken, oidc: { ...about, generation } };
  return pairs(await tokenSessionCookies(http, root, session, null)).join("; ");
};

test("[AU-02] ignores both of two session cookies, in any order and with any content", async () => {
  const [real, other] = [await basic(), await basic()];
  expect((await readSession(http, root, real)).session).toBeDefined();
  for (const planted of [
    "hub.session=planted",
    "hub.session=",
    "hub.session",
    real,
    other,
    "hub.session.0=x",
    "hub.session.3=x",
  ])
    for (const header of [`${real}; ${planted}`, `${planted}; a=b; ${real}`]) {
      expect(await readSession(http, root, header)).toEqual({ isContradictory: true });
      const { session, setCookies } = await resolveSession(http, root, header);
      expect([session, setCookies[0]]).toEqual([
        undefined,
        expect.stringMatching(/^hub\.session=; Path=\/; Max-Age=0/),
      ]);
    }
});

test("[AU-02] rejects different sessions in one cookie and in chunks; for one session the newer tokens win", async () => {
  const id = newSessionId();
  const [small, large] = [await withTokens(500, 1, id), await withTokens(5_000, 2, id)];
  expect(large).toContain("hub.session.1=");
  for (const header of [`${small}; ${large}`, `${large}; ${small}`])
    expect((await readSession(http, root, header)).session?.oidc?.generation).toBe(2);
  for (const header of [
    `${await withTokens(500, 3)}; ${large}`,
    `hub.session=planted; ${large}`,
    `${small}; hub.session.0=x; hub.session.1=y`,
  ])
    expect(await readSession(http, root, header)).toEqual({ isContradictory: true });
});

test("[AU-02] over https rejects a cookie without the security prefix beside a protected one", async () => {
  for (const where of [root, below]) {
    const real = await basic(https, where);
    expect((await readSession(https, where, real)).session).toBeDefined();
    expect(await readSession(https, where, `${real}; hub.session=x`)).toEqual({ isContradictory: true });
    expect(await readSession(https, where, `hub.session.0=x; ${real}`)).toEqual({ isContradictory: true });
    // Without a session, other cookies do not matter.
    expect(await readSession(https, where, "hub.session=x")).toEqual({ session: undefined });
  }
  // Another product at the root of the same host has protected cookies too.
  const both = `${await basic(https, root)}; ${await basic(https, below)}`;
  expect((await readSession(https, below, both)).session).toBeDefined();
});

test("[AU-02] removes planted cookies for each possible domain and path, and no others", async () => {
  const lines = endedSessionCookies(
    https,
    below,
    "__Secure-hub.session=a; __Secure-hub.session=b; hub.session=c; other=d",
    { planted: true },
  );
  expect(lines.length).toBeLessThanOrEqual(26);
  for (const line of lines)
    expect(line).toMatch(
      /^(?:__Secure-)?hub\.session=; Path=\/[^;]*; Max-Age=0; HttpOnly; SameSite=Lax; Secure(?:; Domain=[\w.]+)?$/,
    );
  const removes = (...parts: string[]) =>
    lines.some((line) => parts.every((part) => `${line};`.includes(`${part};`)));
  for (const domain of ["hub.work.example.com", "work.example.com", "example.com"])
    for (const path of ["/", "/admin"])
      expect([domain, path, removes(`Path=${path}`, `Domain=${domain}`)]).toEqual([domain, path, true]);
  for (const path of ["/admin", "/"]) expect(removes("hub.session=", `Path=${path}`)).toBe(true);
  const long = { ...below, path: "/users;Max-Age=9" };
  for (const line of endedSessionCookies(http, long, "hub.session=a; hub.session=b", { planted: true }))
    expect(line).not.toContain("Max-Age=9");
});

test("[AU-02] a sign-in removes a planted cookie and keeps its own", async () => {
  const lines = await basicSessionCookies(http, below, "token", "hub.session=a; hub.session=b");
  expect(lines.at(-1)).toMatch(/^hub\.session=[^;]+; Path=\/admin;/);
  expect(lines.filter((line) => line.includes("Path=/;"))).toEqual([
    expect.stringMatching(/^hub\.session=; .*Max-Age=0/),
  ]);
  expect(lines.filter((line) => line.includes("Path=/admin;"))).toHaveLength(1);
});

test("[AU-01] ignores duplicate cookies of a pending sign-in and duplicate device names", async () => {
  const about = { path: "/", state: "state", cookieHeader: null };
  const cookie = async () =>
    pairs(
      await transactionCookies(http, about, { checks: { state: "state" }, prefix: "", returnTo: "/" }),
    )[0] ?? "";
  const [real, planted] = [await cookie(), await cookie()];
  expect((await transactionOf(http, { ...about, cookieHeader: real })).transaction).toBeDefined();
  for (const cookieHeader of [
    `${planted}; ${real}`,
    `${real}; ${planted}`,
    `${real}; ${real.replace(/=.*/, "=x")}`,
  ])
    expect((await transactionOf(http, { ...about, cookieHeader })).transaction).toBeUndefined();

  const [one, two] = ["a", "b"].map((letter) => letter.repeat(43));
  const told = (header: string) => deviceOf(http, root, header).headers["x-device"];
  expect(told(`hub.device=${one}`)).toBe(one);
  expect(told(`hub.device=planted; hub.device=${one}`)).toBe(one);
  expect(told(`hub.device=${two}; hub.device=${one}`)).toBeUndefined();
});
