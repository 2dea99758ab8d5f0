import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { passkeyParty } from "../../access/passkeys";
import { sql } from "../../database/sql";
import { basic, describeApi } from "../../testing/api";
import { makeAuthenticator } from "../../testing/authenticator";
import { unique } from "../../testing/factories";

const password = "Correct-horse-7";
const place = { origin: "http://localhost:3000", rpId: "localhost" };

test.each([
  ["https://work.example.com/admin", { id: "work.example.com", origin: "https://work.example.com" }],
  ["https://work.example.com:8443", { id: "work.example.com", origin: "https://work.example.com:8443" }],
  ["http://localhost:3000", { id: "localhost", origin: "http://localhost:3000" }],
  ["http://work.example.com", undefined],
  ["https://192.0.2.1", undefined],
  ["https://[2001:db8::1]", undefined],
  ["http://localhost.example.com", undefined],
])("[AU-11] passkeys belong to the public address %s alone", (publicAddress, party) => {
  expect(passkeyParty({ publicAddress })).toEqual(party);
});

describeApi("passkeys", (api) => {
  let userName: string;
  let as: string;
  let device: ReturnType<typeof makeAuthenticator>;
  let recoveryCodes: string[];
  let addresses = 0;
  let address: string;

  const put = (path: string, body: object, by = as) =>
    api.request(`/user/second-factors/${path}`, { method: "PUT", as: by, body, address });
  const post = (path: string, body?: object, headers = {}) =>
    api.request(path, { method: "POST", body, headers, address });
  const own = async () => (await api.request("/user/second-factors", { as })).body;
  const options = async () => (await post("/auth/passkey-options")).body;
  const signIn = async (...given: Parameters<typeof device.get>) =>
    post("/auth/passkey", { response: device.get(...given) });
  const create = async (name: string) => {
    const body = { userName: name, password, roleIds: [] };
    await api.request("/users/create", { method: "POST", as: api.administrator, body });
    return api.signedIn(name);
  };
  const begin = async (by = as) => (await put("passkey-options", { currentPassword: password }, by)).body;
  const refusal = async (response: Promise<{ status: number; body: { code: string } }>) => {
    const { status, body } = await response;
    return [status, body?.code];
  };
  const refused = [401, "wrongPasskey"];

  beforeEach(async () => {
    addresses += 1;
    address = `198.19.1.${addresses}`;
    userName = unique("passkey");
    as = await create(userName);
    device = makeAuthenticator(place);
    const added = await put("passkeys", { name: "Laptop", response: device.create(await begin()) });
    expect(added.status).toBe(200);
    recoveryCodes = added.body.recoveryCodes;
  });

  test("[AU-11] a passkey alone signs in, and its last use is shown", async () => {
    expect(recoveryCodes).toHaveLength(10);
    expect((await own()).passkeys).toMatchObject([{ name: "Laptop", lastUsedOn: null }]);
    const { status, body } = await signIn(await options());
    expect([status, body.userName]).toEqual([200, userName]);
    const user = await api.request("/user", { as: basic(body.userName, body.secret) });
    expect(user.body.profile.userName).toBe(userName);
    expect((await own()).passkeys).toMatchObject([{ lastUsedOn: expect.any(String) }]);
  });

  test("[AU-11] [AU-14] after a denied sign-in a passkey needs the password as well", async () => {
    const run = (statement: ReturnType<typeof sql>) =>
      api.connection.transaction("owner", (db) => db.execute(statement));
    await run(sql`update passkeys set needs_password = true
      where user_id = (select user_id from accounts where user_name = ${userName})`);
    const stepOf = async (name: string, headers = {}) => {
      const answer = await api.request("/auth", { as: basic(name, password), headers, address });
      return String(answer.headers["x-second-factor-step"]);
    };
    const withStep = async (step?: string) =>
      post(
        "/auth/passkey",
        { response: device.get(await options()) },
        step ? { "x-second-factor-step": step } : {},
      );
    const needsPassword = [403, "passkeyNeedsPassword"];
    const other = unique("other");
    await put("passkeys", {
      name: "Other",
      response: makeAuthenticator(place).create(await begin(await create(other))),
    });
    for (const step of [undefined, "x".repeat(43), await stepOf(other)])
      expect([step, ...(await refusal(withStep(step)))]).toEqual([step, ...needsPassword]);
    const step = await stepOf(userName);
    expect((await withStep(step)).status).toBe(200);
    expect(await refusal(withStep(step))).toEqual(needsPassword);
    // The same device may replace it.
    const creation = await begin();
    expect(creation.excludeCredentials).toEqual([]);
    device = makeAuthenticator(place);
    expect((await put("passkeys", { name: "Laptop", response: device.create(creation) })).status).toBe(200);
    expect((await withStep()).status).toBe(200);
  });

  test("[AU-11] with a passkey the password alone is not enough; a recovery code replaces it", async () => {
    const asked = await api.request("/auth", { as: basic(userName, password), address });
    expect(asked.body.code).toBe("secondFactorNeeded");
    expect(asked.headers["x-second-factor"]).toBe("passkey, recovery");
    const headers = { "x-second-factor": recoveryCodes[0] ?? "" };
    expect((await api.request("/auth", { as: basic(userName, password), headers, address })).status).toBe(
      200,
    );
  });

  test("[AU-11] options name no passkeys, and are for the public address whatever the Host", async () => {
    const { body } = await post("/auth/passkey-options", undefined, { host: "evil.example" });
    expect(body).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(body.allowCredentials ?? []).toEqual([]);
  });

  test("[AU-11] options are limited for each address, and others are not affected", async () => {
    await options();
    await api.connection.transaction("owner", (db) =>
      db.execute(
        sql`update sign_in_failures set failures = 120 where subject = ${`passkey-options:${address}`}`,
      ),
    );
    const refused = await post("/auth/passkey-options");
    expect([refused.status, refused.body.code]).toEqual([429, "tooManyAttempts"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    address = `198.19.2.${addresses}`;
    expect((await post("/auth/passkey-options")).status).toBe(200);
  });

  test("[AU-11] a passkey of another origin or host, or without verification of the person, is refused", async () => {
    for (const given of [
      { origin: "http://evil.example" },
      { origin: "http://localhost:3001" },
      { rpId: "evil.example" },
      { isVerified: false },
      { userHandle: Buffer.from("somebody else").toString("base64url") },
    ])
      expect([given, ...(await refusal(signIn(await options(), given)))]).toEqual([given, ...refused]);
    for (const given of [
      { origin: "http://evil.example" },
      { rpId: "evil.example" },
      { isVerified: false },
    ]) {
      const response = makeAuthenticator(place).create(await begin(), given);
      expect(await refusal(put("passkeys", { name: "Other", response }))).toEqual([400, "invalid"]);
    }
    expect((await own()).passkeys).toHaveLength(1);
  });

  test("[AU-11] a passkey with another id than its answer, or too long an id, is refused", async () => {
    const add = async (id: Buffer, change = {}) => {
      const response = { ...makeAuthenticator(place, id).create(await begin()), ...change };
      return refusal(put("passkeys", { name: "Other", response }));
    };
    const other = randomBytes(32).toString("base64url");
    expect(await add(randomBytes(32), { id: other, rawId: other })).toEqual([400, "invalid"]);
    for (const length of [1_024, 1_500, 4_000]) {
      expect(await add(randomBytes(length))).toEqual([400, "invalid"]);
      expect(await add(randomBytes(length), { id: other, rawId: other })).toEqual([400, "invalid"]);
    }
    expect((await own()).passkeys).toHaveLength(1);
    expect((await add(randomBytes(1_023)))[0]).toBe(200);
  });

  test("[AU-11] a challenge works once, in time, and for its purpose and person", async () => {
    const challenge = await options();
    const answer = { response: device.get(challenge) };
    expect((await post("/auth/passkey", answer)).status).toBe(200);
    expect(await refusal(post("/auth/passkey", answer))).toEqual(refused);
    const made = await begin();
    expect(await refusal(signIn(made))).toEqual(refused);
    const response = makeAuthenticator(place).create(made);
    const stranger = await create(unique("stranger"));
    expect(await refusal(put("passkeys", { name: "Mine", response }, stranger))).toEqual([400, "invalid"]);
    const late = await options();
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`update passkey_challenges set expires_on = now()`),
    );
    expect(await refusal(signIn(late))).toEqual(refused);
    expect(await refusal(signIn({ challenge: "x".repeat(43) }))).toEqual(refused);
  });

  test("[AU-11] of concurrent answers to one challenge exactly one wins", async () => {
    const answer = { response: device.get(await options()) };
    const responses = await Promise.all([1, 2, 3, 4].map(() => post("/auth/passkey", answer)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  test("[AU-11] a copied authenticator, whose count does not grow, is refused and recorded", async () => {
    expect((await signIn(await options(), { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0])
      expect(await refusal(signIn(await options(), { counter }))).toEqual(refused);
    const [one, other] = [await options(), await options()];
    const both = await Promise.all([signIn(one, { counter: 8 }), signIn(other, { counter: 8 })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { rows } = await api.connection.transaction("owner", (db) =>
      db.execute(sql`select from history where type = 'UserSignInFailed' and record_name = ${userName}`),
    );
    expect(rows).toHaveLength(4);
  });

  test("[AU-11] unreadable answers are refused like wrong ones", async () => {
    const answer = device.get(await options());
    for (const change of [
      { id: "unknown" },
      { response: { ...answer.response, clientDataJSON: "" } },
      { response: { ...answer.response, clientDataJSON: "bnVsbA" } },
    ])
      expect(await refusal(post("/auth/passkey", { response: { ...answer, ...change } }))).toEqual(refused);
    const signature = { ...answer.response, signature: "AAAA" };
    const next = device.get(await options());
    const forged = { ...next, response: { ...next.response, signature: signature.signature } };
    expect(await refusal(post("/auth/passkey", { response: forged }))).toEqual(refused);
    expect((await post("/auth/passkey", {})).status).toBe(400);
  });

  test("[AU-11] several passkeys have names; each is renamed and removed by its owner, with the password", async () => {
    const second = makeAuthenticator(place).create(await begin());
    const added = await put("passkeys", { name: "Phone", response: second });
    expect(added.body.recoveryCodes).toEqual([]);
    const [laptop, phone] = (await own()).passkeys as { passkeyId: string }[];
    const stranger = await create(unique("stranger"));
    const rename = (by: string) => put(`passkeys/${phone?.passkeyId}`, { name: "Old phone" }, by);
    expect((await rename(stranger)).status).toBe(404);
    expect((await rename(as)).status).toBe(204);
    const remove = (secondFactor: string | undefined, currentPassword = password) =>
      api.request("/user/second-factors/remove", {
        method: "POST",
        as,
        address,
        body: { currentPassword, secondFactor },
      });
    expect((await remove(laptop?.passkeyId, "wrong")).status).toBe(400);
    expect((await remove(laptop?.passkeyId)).status).toBe(204);
    expect((await remove(laptop?.passkeyId)).status).toBe(404);
    expect(await refusal(signIn(await options()))).toEqual(refused);
    expect(await own()).toMatchObject({ passkeys: [{ name: "Old phone" }], recoveryCodesLeft: 10 });
    expect((await remove(phone?.passkeyId)).status).toBe(204);
    expect(await own()).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  });
});

describeApi(
  "passkeys on plain http",
  (api) => {
    test("[AU-11] are not offered, at sign-in or for an account", async () => {
      const response = await api.request("/auth/passkey-options", { method: "POST" });
      expect([response.status, response.body.code]).toEqual([409, "noPasskeys"]);
      const { body } = await api.request("/user/second-factors", { as: api.administrator });
      expect(body.isPasskeyOffered).toBe(false);
    });
  },
  { publicAddress: "http://work.example.com" },
);
