import { beforeEach, expect, test } from "vitest";
import { sql } from "../../database/sql";
import { describeApi } from "../../testing/api";
import { makeAuthenticator, totpOf } from "../../testing/authenticator";
import { ageSession, makeUser, personWith, refusalOf, unique } from "../../testing/factories";

const password = "Correct-horse-7";
const needed = [403, "confirmationNeeded"];

describeApi("confirming a session", (api) => {
  let userName: string;
  let as: string;
  let address: string;
  let addresses = 0;

  const confirm = (body: object, by = as) =>
    api.request("/user/confirmation", { method: "PUT", as: by, body, address });
  const makeKey = (by = as) => api.request("/user/create-api-key", { as: by });
  const run = (statement: ReturnType<typeof sql>) =>
    api.connection.transaction("owner", (db) => db.execute(statement));
  const put = (path: string, body: object) =>
    api.request(`/user/second-factors/${path}`, { method: "PUT", as, body, address });
  const statuses = async (responses: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(responses)).map(({ status }) => status).sort();

  beforeEach(async () => {
    addresses += 1;
    address = `198.51.100.${addresses}`;
    userName = unique("confirm");
    const body = { userName, password, email: `${userName}@example.com`, roleIds: [] };
    await api.request("/users/create", { method: "POST", as: api.administrator, body });
    as = await api.signedIn(userName);
  });

  test("[AU-12] the password confirms this session alone", async () => {
    const other = await api.signedIn(userName);
    for (const each of [as, other]) await ageSession(api, each);
    expect(await refusalOf(makeKey())).toEqual(needed);
    expect((await confirm({ currentPassword: password })).status).toBe(204);
    expect((await makeKey()).status).toBe(200);
    expect(await refusalOf(makeKey(other))).toEqual(needed);
    await ageSession(api, as);
    expect(await refusalOf(makeKey())).toEqual(needed);
  });

  test("[AU-12] a wrong password is reported on its field, and five are throttled, not sign-in", async () => {
    await ageSession(api, as);
    for (let count = 0; count < 5; count += 1) {
      const { status, body } = await confirm({ currentPassword: "wrong" });
      expect([status, body.errors[0].propertyName]).toEqual([400, "currentPassword"]);
    }
    const slowed = await confirm({ currentPassword: password });
    expect([slowed.status, Number(slowed.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect((await confirm({ code: "123456" })).status).toBe(429);
    expect(await refusalOf(makeKey())).toEqual(needed);
    await run(sql`update sign_in_failures set blocked_until = now() - interval '1 second'`);
    expect((await confirm({ currentPassword: password })).status).toBe(204);
    expect((await run(sql`select from sign_in_failures where subject like 'own:%'`)).rows).toEqual([]);
  });

  test("[AU-12] a right current password in another call counts as a confirmation", async () => {
    await ageSession(api, as);
    expect((await put("totp-secret", { currentPassword: "wrong" })).status).toBe(400);
    expect(await refusalOf(makeKey())).toEqual(needed);
    const { body } = await put("totp-secret", { currentPassword: password });
    const totp = totpOf(body.secret);
    expect((await put("totp", { code: totp.generate() })).status).toBe(200);
    expect((await makeKey()).status).toBe(200);
  });

  test("[AU-12] a code of the app or a recovery code confirms once, even with concurrent requests", async () => {
    const { body } = await put("totp-secret", { currentPassword: password });
    const totp = totpOf(body.secret);
    const { recoveryCodes } = (await put("totp", { code: totp.generate() })).body;
    await run(sql`update totp_factors set last_step = 0`);
    await ageSession(api, as);
    const asked = await makeKey();
    expect(asked.headers["x-confirmation-needed"]).toBe("totp, recovery, password");
    const other = await api.signedIn(userName);
    for (const code of [totp.generate(), recoveryCodes[0]]) {
      for (const each of [as, other]) await ageSession(api, each);
      const tries = [as, other, as, other].map((by) => confirm({ code }, by));
      expect(await statuses(tries)).toEqual([204, 400, 400, 400]);
      // Only the session that won is confirmed.
      expect(await statuses([makeKey(as), makeKey(other)])).toEqual([200, 403]);
      await run(sql`delete from sign_in_failures`);
    }
    const { body: wrong } = await confirm({ code: "000000" });
    expect(wrong.errors[0].propertyName).toBe("code");
  });

  test("[AU-12] checks at most five of many concurrent wrong codes", async () => {
    await ageSession(api, as);
    const tries = Array.from({ length: 12 }, () => confirm({ code: "000000" }));
    const results = await statuses(tries);
    expect(results.filter((status) => status === 400)).toHaveLength(5);
    expect(results.filter((status) => status === 429)).toHaveLength(7);
  });

  test("[AU-12] a passkey confirms the session that asked for it, once, and its challenge does nothing else", async () => {
    const device = makeAuthenticator({ origin: "http://localhost:3000", rpId: "localhost" });
    const begun = (await put("passkey-options", { currentPassword: password })).body;
    await put("passkeys", { name: "Laptop", response: device.create(begun) });
    const other = await api.signedIn(userName);
    for (const each of [as, other]) await ageSession(api, each);
    expect((await makeKey()).headers["x-confirmation-needed"]).toBe("passkey, recovery, password");
    const options = async (by = as) =>
      (await api.request("/user/confirmation/passkey-options", { method: "PUT", as: by })).body;

    const elsewhere = await confirm({ response: device.get(await options(other)) });
    expect([elsewhere.status, elsewhere.body.errors[0].propertyName]).toEqual([400, "response"]);
    const response = device.get(await options());
    expect(await statuses([confirm({ response }), confirm({ response })])).toEqual([204, 400]);
    expect(await statuses([makeKey(as), makeKey(other)])).toEqual([200, 403]);

    const signIn = { method: "POST", body: { response: device.get(await options()) }, address } as const;
    expect(await refusalOf(api.request("/auth/passkey", signIn))).toEqual([401, "wrongPasskey"]);
    const { body: forSignIn } = await api.request("/auth/passkey-options", { method: "POST", address });
    expect((await confirm({ response: device.get(forSignIn) })).status).toBe(400);
    const registered = device.create({ ...begun, ...(await options()) });
    expect((await put("passkeys", { name: "Other", response: registered })).status).toBe(400);
  });

  test("[AU-12] a passkey of another user confirms nothing", async () => {
    const device = makeAuthenticator({ origin: "http://localhost:3000", rpId: "localhost" });
    const begun = (await put("passkey-options", { currentPassword: password })).body;
    await put("passkeys", { name: "Laptop", response: device.create(begun) });
    const stranger = await personWith(api, []);
    await ageSession(api, stranger.as);
    const options = await api.request("/user/confirmation/passkey-options", {
      method: "PUT",
      as: stranger.as,
    });
    expect((await confirm({ response: device.get(options.body) }, stranger.as)).status).toBe(400);
    expect(await refusalOf(makeKey(stranger.as))).toEqual(needed);
  });

  test("[AU-12] a session that views as another user confirms nothing", async () => {
    const { userId } = await makeUser(api);
    const viewer = await api.signedIn("admin");
    await api.request(`/users/${userId}/view-as`, { method: "POST", as: viewer });
    expect(await refusalOf(confirm({ currentPassword: password }, viewer))).toEqual([403, "viewing"]);
  });
});
