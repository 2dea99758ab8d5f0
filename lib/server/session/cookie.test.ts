import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../config/config";
import {
  basicSessionCookies,
  endedSessionCookies,
  hasSessionCookie,
  openFromStore,
  readSession,
  sealForStore,
  sessionsIn,
  tokenSessionCookies,
} from "./cookie";
import { newSessionId } from "./seal";
import { sessionStore } from "./store";

const settings = readConfig({
  SESSION_SECRET: "a secret of at least thirty-two characters",
  SESSION_IDLE_SECONDS: "1800",
  SESSION_LIFETIME_SECONDS: "36000",
});
const place = { prefix: "/t/main", tenant: "main" };
const now = Date.UTC(2026, 10, 24, 8);

/** The store is shared by all test files of the process. */
const forgetStore = () => Reflect.deleteProperty(globalThis, Symbol.for("hub.sessions"));

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ["Date"] });
  forgetStore();
});
afterEach(() => {
  vi.useRealTimers();
  forgetStore();
});

/** Random tokens of the given size, so that compression does not shrink them. */
const sessionOf = ({
  accessToken = 30,
  refreshToken = 30,
  idToken = 30,
  began = now,
  generation = 1,
} = {}) => {
  const random = (bytes: number) => randomBytes(bytes).toString("base64url");
  return {
    accessToken: random(accessToken),
    tenant: "main",
    id: newSessionId(),
    began,
    oidc: {
      refreshToken: random(refreshToken),
      idToken: random(idToken),
      expires: now / 1000 + 300,
      lifetime: 300,
      generation,
      issuer: "https://id.example",
      subject: "ada",
      sealedAt: now,
    },
  };
};
const headerOf = (lines: readonly string[]) =>
  lines
    .filter((line) => !line.includes("Max-Age=0"))
    .map((line) => line.slice(0, line.indexOf(";")))
    .join("; ");
const maxAgeOf = ([line = ""]: readonly string[]) => Number(/Max-Age=(\d+)/.exec(line)?.[1]);
const read = async (lines: readonly string[]) =>
  (await readSession(settings, place, headerOf(lines))).session;

test("[AU-01] [AU-12] keeps tokens in cookies while they fit, and otherwise all of them in the store", async () => {
  const small = sessionOf();
  expect(await read(await tokenSessionCookies(settings, place, small, null))).toEqual(small);
  expect(await sessionStore(settings).latest(small.id)).toBeUndefined();

  const largest = [
    sessionOf({ accessToken: 6_000, generation: 3 }),
    sessionOf({ accessToken: 2_500, idToken: 2_500 }),
  ];
  for (const huge of largest) {
    const lines = await tokenSessionCookies(settings, place, huge, null);
    expect(headerOf(lines).length).toBeLessThan(1_000);
    const { idToken, refreshToken, ...about } = huge.oidc;
    expect(await read(lines)).toEqual({ ...huge, accessToken: "", oidc: about });
    const kept = await sessionStore(settings).latest(huge.id);
    expect(kept?.generation).toBe(huge.oidc.generation);
    expect(await openFromStore(settings, place, kept?.sealed ?? "")).toEqual(huge);
    expect(await openFromStore(settings, place, await sealForStore(settings, place, huge))).toEqual(huge);
  }
});

test("[AU-05] ends an unused session after half an hour, and any session after ten hours", async () => {
  const minutes = 60_000;
  const ages = [0, 9 * 60 * minutes, 9 * 60 * minutes + 45 * minutes, 11 * 60 * minutes];
  const found: number[] = [];
  for (const age of ages)
    found.push(maxAgeOf(await tokenSessionCookies(settings, place, sessionOf({ began: now - age }), null)));
  expect(found).toEqual([30 * 60, 30 * 60, 15 * 60, 1]);
  expect(maxAgeOf(await basicSessionCookies(settings, place, "YTpi", null))).toBe(10 * 60 * 60);
});

test("[AU-01] removes leftover chunks of an earlier session, and no other cookie", async () => {
  const large = await tokenSessionCookies(settings, place, sessionOf({ accessToken: 3_500 }), null);
  const before = `${headerOf(large)}; hub.session=another; language=de`;
  const parts = large.map((line) => line.slice(0, line.indexOf("=")));
  expect(parts.length).toBeGreaterThan(1);
  const lines = await tokenSessionCookies(settings, place, sessionOf(), before);
  expect(lines[0]).toMatch(
    /^hub\.session\.main=[^;]+; Path=\/t\/main; Max-Age=1800; HttpOnly; SameSite=Lax$/,
  );
  expect(lines.slice(1).sort()).toEqual(
    parts.map((name) => `${name}=; Path=/t/main; Max-Age=0; HttpOnly; SameSite=Lax`).sort(),
  );
});

test("[AU-08] ends all possible sessions of a request, but none of another tenant", async () => {
  const own = await tokenSessionCookies(settings, place, sessionOf(), null);
  const elsewhere = { prefix: "/t/other", tenant: "other" };
  const other = await basicSessionCookies(settings, elsewhere, "YTpi", null);
  // Moves another tenant's cookie value to this tenant's cookie name.
  const moved = headerOf(other).replace("hub.session.other", "hub.session.main");
  expect(await sessionsIn(settings, place, `${headerOf(own)}; ${headerOf(other)}`)).toHaveLength(1);
  expect(await sessionsIn(settings, place, moved)).toEqual([]);
  expect((await readSession(settings, place, moved)).session).toBeUndefined();
  expect(hasSessionCookie(settings, place, headerOf(own))).toBe(true);
  expect(hasSessionCookie(settings, place, headerOf(other))).toBe(false);
  expect(hasSessionCookie(settings, place, null)).toBe(false);
  expect(endedSessionCookies(settings, place, headerOf(own))).toEqual([
    "hub.session.main=; Path=/t/main; Max-Age=0; HttpOnly; SameSite=Lax",
  ]);
  expect(endedSessionCookies(settings, place, null, { all: true }).length).toBeGreaterThan(1);
});

test("[AU-05] of two cookies of one session the one renewed more often wins", async () => {
  const older = sessionOf({ accessToken: 30 });
  const newer = { ...older, accessToken: randomBytes(3_500).toString("base64url") };
  const headers = async (oldest: number, newest: number) => {
    const [one, two] = [
      { ...older, oidc: { ...older.oidc, generation: oldest } },
      { ...newer, oidc: { ...newer.oidc, generation: newest } },
    ];
    const [small, large] = await Promise.all(
      [one, two].map(async (each) => headerOf(await tokenSessionCookies(settings, place, each, null))),
    );
    return [`${small}; ${large}`, `${large}; ${small}`];
  };
  for (const header of await headers(1, 2))
    expect((await readSession(settings, place, header)).session?.oidc?.generation).toBe(2);
  for (const header of await headers(5, 4))
    expect((await readSession(settings, place, header)).session?.accessToken).toBe(older.accessToken);
});
