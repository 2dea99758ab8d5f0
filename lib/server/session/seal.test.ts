import fc from "fast-check";
import { decodeProtectedHeader } from "jose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newSessionId, open, openFields, type ProviderSession, seal, sealFields, sealTokens } from "./seal";

const secret = "a secret of at least thirty-two characters";
const sealing = { secret, binding: "hub.session " };
const now = Date.UTC(2026, 10, 24, 8);

beforeEach(() => void vi.useFakeTimers({ now, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const oidc: ProviderSession = {
  expires: now / 1000 + 300,
  lifetime: 300,
  generation: 7,
  issuer: "https://id.example",
  subject: "ada",
  providerSession: "sid",
  signIns: ["a", "b"],
  sealedAt: now,
};
const session = { accessToken: "access", tenant: "main", id: newSessionId(), began: now - 5_000, oidc };
const until = now + 60_000;

test("[AU-01] restores a session with a provider's tokens, whichever are present", async () => {
  const token = fc.option(fc.string({ minLength: 1 }), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(token, token, async (refreshToken, idToken) => {
      const given = { ...session, oidc: { ...oidc, refreshToken, idToken } };
      expect(await open(await sealTokens(given, { ...sealing, until }), sealing)).toEqual(given);
    }),
    { numRuns: 30 },
  );
});

test("[AU-02] a basic-mode session has its own id and begins when sealed", async () => {
  const sealed = () => seal({ accessToken: "YTpi", tenant: "main" }, { ...sealing, maxAge: 60 });
  const [one, other] = [await open(await sealed(), sealing), await open(await sealed(), sealing)];
  expect(one).toEqual({ accessToken: "YTpi", tenant: "main", id: expect.stringMatching(/./), began: now });
  expect(one?.id).not.toBe(other?.id);
  const none = await seal({ accessToken: "", tenant: "main" }, { ...sealing, maxAge: 60 });
  expect(await open(none, sealing)).toBeUndefined();
});

test("[AU-05] a session expires on time, even if opened before", async () => {
  const sealed = await sealTokens(session, { ...sealing, until });
  vi.setSystemTime(until - 1);
  expect(await open(sealed, sealing)).toBeDefined();
  vi.setSystemTime(until);
  expect(await open(sealed, sealing)).toBeUndefined();
  const basic = await seal({ accessToken: "YTpi", tenant: "" }, { ...sealing, maxAge: 60 });
  vi.setSystemTime(until + 60_000);
  expect(await open(basic, sealing)).toBeUndefined();
});

test("[AU-02] rejects a seal with a changed character, another purpose or another secret", async () => {
  const fields = ["some", "fields"];
  const sealed = await sealFields(fields, sealing);
  expect(await openFields(sealed, sealing)).toEqual(fields);
  expect(decodeProtectedHeader(sealed)).toEqual({ alg: "dir", enc: "A256GCM", cty: "hub" });
  const tokens = await sealTokens(session, { ...sealing, until });
  for (const other of [
    { ...sealing, binding: "hub.session /t" },
    { ...sealing, secret: `${secret}!` },
  ]) {
    expect(await openFields(sealed, other)).toBeUndefined();
    expect(await open(tokens, other)).toBeUndefined();
  }
  const parts = sealed.split(".");
  for (const [at, part] of parts.entries()) {
    const changed = part.replace(/^./, (letter) => (letter === "A" ? "B" : "A"));
    if (part !== "") expect(await openFields(parts.with(at, changed).join("."), sealing)).toBeUndefined();
  }
});

test("[CF-03] after a rotation the first secret seals, and earlier ones still open", async () => {
  const next = "the next secret of at least 32 characters";
  const rotating = { ...sealing, secret: `${next},${secret}` };
  const known = { ...sealing, secret: next };
  const basic = { accessToken: "YTpi", tenant: "main" };
  for (const [earlier, current] of [
    [await seal(basic, { ...sealing, maxAge: 60 }), await seal(basic, { ...rotating, maxAge: 60 })],
    [await sealTokens(session, { ...sealing, until }), await sealTokens(session, { ...rotating, until })],
  ] as const) {
    expect(await open(earlier, known)).toBeUndefined();
    expect(await open(earlier, rotating)).toMatchObject({ tenant: "main" });
    expect(await open(current, sealing)).toBeUndefined();
    expect(await open(current, known)).toMatchObject({ tenant: "main" });
  }
  expect(await openFields(await sealFields(["detail"], sealing), rotating)).toEqual(["detail"]);
  expect(await openFields(await sealFields(["detail"], rotating), known)).toEqual(["detail"]);
});

test("[AU-02] fields sealed for another purpose are no session", async () => {
  const about = { tenant: "main", id: "x", began: now, until, ...oidc };
  const good = await sealFields([JSON.stringify(about), "access", "", ""], sealing);
  expect(await open(good, sealing)).toMatchObject({ id: "x", accessToken: "access" });
  for (const faulty of [
    { ...about, id: "" },
    { ...about, until: "later" },
    { ...about, tenant: undefined },
  ])
    expect(
      await open(await sealFields([JSON.stringify(faulty), "access"], sealing), sealing),
    ).toBeUndefined();
  expect(await open(await sealFields(["no JSON"], sealing), sealing)).toBeUndefined();
});
