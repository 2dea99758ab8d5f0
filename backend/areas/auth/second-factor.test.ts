import type { TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import { beginSecondStep } from "../../access/second-factor";
import { sql } from "../../database/sql";
import type { PublicContext } from "../../endpoint/route";
import { ensureTenant } from "../../seed/tenant";
import { basic, describeApi } from "../../testing/api";
import { totpOf } from "../../testing/authenticator";
import { unique } from "../../testing/factories";
import { addSecret } from "./queries";

const password = "Correct-horse-7";
let addresses = 0;

describeApi("second factor", (api) => {
  let userName: string;
  let as: string;
  let address: string;
  let totp: TOTP;
  let recoveryCodes: string[];

  const run = (statement: ReturnType<typeof sql>) =>
    api.connection.transaction("owner", (db) => db.execute(statement));
  const put = (path: string, body: object, by = as) =>
    api.request(`/user/second-factors/${path}`, { method: "PUT", as: by, body, address });
  const own = async () => (await api.request("/user/second-factors", { as })).body;
  const account = () => sql`(select user_id from accounts where user_name = ${userName})`;
  /** As if the code of now had not been used yet. */
  const waitForNextCode = () => run(sql`update totp_factors set last_step = 0 where user_id = ${account()}`);
  const signIn = async (headers: Record<string, string> = {}, given = password, name = userName) => {
    const response = await api.request("/auth", { as: basic(name, given), headers, address });
    return { ...response, code: response.body?.code as string | undefined };
  };
  const begin = async () => String((await signIn()).headers["x-second-factor-step"]);
  const finish = (token: string, code: string) =>
    signIn({ "x-second-factor-step": token, "x-second-factor": code }, "");
  const codeAt = (seconds: number) => totp.generate({ timestamp: Date.now() + seconds * 1000 });

  beforeEach(async () => {
    userName = unique("second");
    addresses += 1;
    address = `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
    await api.request("/users/create", {
      method: "POST",
      as: api.administrator,
      body: { userName, password, email: `${userName}@example.com`, roleIds: [] },
    });
    as = await api.signedIn(userName);
    const made = await put("totp-secret", { currentPassword: password });
    totp = totpOf(made.body.secret);
    recoveryCodes = (await put("totp", { code: totp.generate() })).body.recoveryCodes;
    await waitForNextCode();
  });

  test("[AU-11] setting up, renewing and removing require the own password, and no key or stranger may", async () => {
    const wrong = { currentPassword: "wrong" };
    for (const path of ["totp-secret", "recovery-codes"]) {
      expect((await put(path, wrong)).body.errors[0].propertyName).toBe("currentPassword");
      expect((await put(path, { currentPassword: password }, "")).status).toBe(401);
    }
    const { body: key } = await api.request("/user/create-api-key", { as });
    const byKey = await put("recovery-codes", { currentPassword: password }, `Bearer ${key}`);
    expect([byKey.status, byKey.body.code]).toEqual([403, "notByApiKey"]);
    // The key itself is not affected by the second factor.
    expect((await api.request("/user", { as: `Bearer ${key}` })).status).toBe(200);
  });

  test("[AU-11] a right password alone gets a coded 401 with the choices, and no session", async () => {
    const asked = await signIn();
    expect([asked.status, asked.code]).toEqual([401, "secondFactorNeeded"]);
    expect(asked.headers["x-second-factor"]).toBe("totp, recovery");
    const token = String(asked.headers["x-second-factor-step"]);
    expect((await api.request("/user", { as: basic(userName, password) })).status).toBe(401);
    expect((await api.request("/user", { as: basic(userName, token) })).status).toBe(401);
    const wrong = await signIn({}, "not the password");
    expect([wrong.status, wrong.code]).toEqual([401, "wrongCredentials"]);
    expect(wrong.headers["x-second-factor"]).toBeUndefined();
  });

  test("[AU-11] the same call with the code completes it, with the password or the token", async () => {
    const once = await signIn({ "x-second-factor": codeAt(0) });
    expect(once.status).toBe(200);
    expect((await api.request("/user", { as: basic(userName, once.body) })).status).toBe(200);
    await waitForNextCode();
    expect((await finish(await begin(), codeAt(0))).status).toBe(200);
  });

  test("[AU-11] a completed sign-in clears the wrong passwords before it", async () => {
    for (let count = 0; count < 4; count++) await signIn({}, "not the password");
    expect((await signIn({ "x-second-factor": codeAt(0) })).status).toBe(200);
    await signIn({}, "not the password");
    const { rows } = await run(
      sql`select failures from sign_in_failures where subject = 'account:' || ${account()}`,
    );
    expect(rows).toEqual([{ failures: 1 }]);
  });

  test("[AU-11] a password that was changed while it was checked opens neither a session nor a step", async () => {
    const { rows } = await run(sql`select user_id as "userId", password_hash as "passwordHash" from accounts
      where user_name = ${userName}`);
    const before = rows[0] as { userId: string; passwordHash: string };
    const tenantId = await ensureTenant(api.connection, "main");
    await run(
      sql`update accounts set password_hash = 'other', password_changed_on = now() where user_id = ${before.userId}`,
    );
    const secret = { ...before, hash: unique("hash"), tenantId, lifetimeSeconds: 60, address };
    const added = api.connection.transaction("hub_auth", (db) => addSecret(db, secret));
    await expect(added).rejects.toMatchObject({ code: "wrongCredentials" });
    const context = { connection: api.connection, tenant: { tenantId } } as PublicContext;
    await beginSecondStep(context, before, ["totp"]);
    const { rows: left } = await run(sql`select 1 from sign_in_steps where user_id = ${before.userId}
      union all select 1 from secrets where secret_hash = ${secret.hash}`);
    expect(left).toEqual([]);
  });

  test.each([-30, 30])("[AU-11] a clock that is %i seconds off is tolerated", async (seconds) => {
    expect((await signIn({ "x-second-factor": codeAt(seconds) })).status).toBe(200);
  });

  test.each([-90, 90])("[AU-11] a code of %i seconds from now is refused", async (seconds) => {
    const { code } = await signIn({ "x-second-factor": codeAt(seconds) });
    expect(code).toBe("wrongSecondFactor");
  });

  test("[AU-11] a code works once, and none before it works after it", async () => {
    expect((await signIn({ "x-second-factor": codeAt(0) })).status).toBe(200);
    for (const code of [codeAt(0), codeAt(-30)])
      expect((await signIn({ "x-second-factor": code })).code).toBe("wrongSecondFactor");
  });

  test("[AU-11] of concurrent requests with one code, recovery code or token exactly one wins", async () => {
    const results = async (each: () => ReturnType<typeof signIn>) => {
      await run(sql`delete from sign_in_failures`);
      const responses = await Promise.all([each(), each(), each(), each()]);
      return responses.map(({ status }) => status).sort();
    };
    const tokens = [await begin(), await begin(), await begin(), await begin()];
    expect(await results(() => finish(tokens.pop() ?? "", codeAt(0)))).toEqual([200, 401, 401, 401]);
    const more = [await begin(), await begin(), await begin(), await begin()];
    expect(await results(() => finish(more.pop() ?? "", recoveryCodes[0] ?? ""))).toEqual([
      200, 401, 401, 401,
    ]);
    const token = await begin();
    const codes = recoveryCodes.slice(1, 5);
    expect(await results(() => finish(token, codes.pop() ?? ""))).toEqual([200, 401, 401, 401]);
    expect((await own()).recoveryCodesLeft).toBe(8);
  });

  test("[AU-11] ten recovery codes, each works once in any spelling, and new ones replace them", async () => {
    expect(new Set(recoveryCodes).size).toBe(10);
    const spelt = recoveryCodes[0]?.toUpperCase().replaceAll("-", " ") ?? "";
    expect((await finish(await begin(), spelt)).status).toBe(200);
    expect((await finish(await begin(), spelt)).code).toBe("wrongSecondFactor");
    expect(await own()).toEqual({
      passkeys: [],
      isPasskeyOffered: true,
      totpOn: expect.any(String),
      recoveryCodesLeft: 9,
      isTotpOffered: true,
    });
    const renewed = await put("recovery-codes", { currentPassword: password });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect((await finish(await begin(), recoveryCodes[1] ?? "")).code).toBe("wrongSecondFactor");
    expect((await finish(await begin(), renewed.body.recoveryCodes[0])).status).toBe(200);
  });

  test("[AU-11] ten wrong codes throttle the account's second step, until the wait ends", async () => {
    const codes: (string | undefined)[] = [];
    for (let guess = 0; guess < 10; guess += 1)
      codes.push((await finish(await begin(), `${guess}00000`)).code);
    expect(codes.slice(0, 6)).toEqual([...Array(5).fill("wrongSecondFactor"), "tooManyAttempts"]);
    const token = await begin();
    expect((await finish(token, codeAt(0))).status).toBe(429);
    await run(sql`update sign_in_failures set blocked_until = now() where subject like 'factor%'`);
    expect((await finish(token, codeAt(0))).status).toBe(200);
  });

  test("[AU-11] another account's code on a device of the same name clears no wrong codes there", async () => {
    const device = { "x-device": "d".repeat(43), "x-device-next": "d".repeat(43) };
    const [victim, attacker] = [userName, unique("second")];
    const body = { userName: attacker, password, roleIds: [] };
    await api.request("/users/create", { method: "POST", as: api.administrator, body });
    const by = await api.signedIn(attacker);
    const own = totpOf((await put("totp-secret", { currentPassword: password }, by)).body.secret);
    await put("totp", { code: own.generate() }, by);
    const succeed = async (name: string, by: TOTP) => {
      await run(sql`update totp_factors set last_step = 0`);
      const { status } = await signIn({ ...device, "x-second-factor": by.generate() }, password, name);
      expect(status).toBe(200);
    };
    const guess = async () =>
      (await signIn({ ...device, "x-second-factor": "000000" }, password, victim)).code;
    await succeed(victim, totp);
    for (let count = 0; count < 4; count += 1) expect(await guess()).toBe("wrongSecondFactor");
    await succeed(attacker, own);
    await succeed(attacker, own);
    expect([await guess(), await guess()]).toEqual(["wrongSecondFactor", "tooManyAttempts"]);
  });

  test("[AU-11] of many concurrent guesses no more than five are checked", async () => {
    const token = await begin();
    const guesses = Array.from({ length: 12 }, (_, guess) => finish(token, String(100_000 + guess)));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  test("[AU-11] a step ends with time, with a new password, for another name and when it is completed", async () => {
    const token = await begin();
    const { code } = await signIn(
      { "x-second-factor-step": token, "x-second-factor": codeAt(0) },
      "",
      "admin",
    );
    expect(code).toBe("signInStepOver");
    expect((await finish("x".repeat(43), codeAt(0))).code).toBe("signInStepOver");
    await run(sql`update accounts set password_changed_on = now() where user_name = ${userName}`);
    expect((await finish(token, codeAt(0))).code).toBe("signInStepOver");
    const next = await begin();
    await run(sql`update sign_in_steps set expires_on = now()`);
    expect((await finish(next, codeAt(0))).code).toBe("signInStepOver");
    const last = await begin();
    expect((await finish(last, codeAt(0))).status).toBe(200);
    expect((await finish(last, recoveryCodes[0] ?? "")).code).toBe("signInStepOver");
  });

  test("[AU-11] one's own new password and an administrator's still ask for the second factor", async () => {
    const next = "Another-horse-8";
    await api.request("/user/password", {
      method: "PUT",
      as,
      body: { currentPassword: password, password: next, passwordRepeat: next },
    });
    expect((await signIn({}, next)).code).toBe("secondFactorNeeded");
  });

  test("[AU-11] an unconfirmed app counts for nothing, and a second one is refused", async () => {
    expect((await put("totp-secret", { currentPassword: password })).body.code).toBe("totpInUse");
    const other = unique("unconfirmed");
    const body = { userName: other, password, roleIds: [] };
    await api.request("/users/create", { method: "POST", as: api.administrator, body });
    const { body: made } = await put("totp-secret", { currentPassword: password }, await api.signedIn(other));
    expect(made.address).toContain("otpauth://totp/");
    expect((await signIn({}, password, other)).status).toBe(200);
    const wrong = await put("totp", { code: "12" }, await api.signedIn(other));
    expect(wrong.body.errors[0].propertyName).toBe("code");
  });

  test("[AU-11] without the app the password is enough again, and the recovery codes are gone", async () => {
    const removal = {
      method: "POST",
      as,
      address,
      body: { currentPassword: password, secondFactor: "totp" },
    } as const;
    expect((await api.request("/user/second-factors/remove", removal)).status).toBe(204);
    expect(await own()).toMatchObject({ totpOn: null, recoveryCodesLeft: 0 });
    expect((await signIn()).status).toBe(200);
    expect((await put("recovery-codes", { currentPassword: password })).body.code).toBe("noSecondFactor");
  });

  test("[AU-11] [HI-01] the history has each event, and nothing secret is stored readable", async () => {
    await finish(await begin(), recoveryCodes[0] ?? "");
    await finish(await begin(), "000000");
    const { rows } = await run(sql`
      select type, current from history where record_id = ${account()} order by changed_on`);
    expect(rows.map(({ type }) => type)).toEqual([
      "UserCreated",
      "UserSecondFactorAdded",
      "UserRecoveryCodesCreated",
      "UserRecoveryCodeUsed",
      "UserSignedIn",
      "UserSignInFailed",
    ]);
    const { rows: stored } = await run(sql`
      select secret as text from totp_factors where user_id = ${account()}
      union all select code_hash from recovery_codes where user_id = ${account()}
      union all select current::text from history where record_id = ${account()}`);
    const text = JSON.stringify(stored);
    for (const secret of [
      totp.secret.base32,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replaceAll("-", "")),
    ])
      expect(text).not.toContain(secret);
  });
});
