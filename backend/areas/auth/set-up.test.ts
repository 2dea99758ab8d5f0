import { beforeEach, expect, test } from "vitest";
import { sql } from "../../database/sql";
import { basic, describeApi, type TestApi } from "../../testing/api";
import { makeAuthenticator, totpOf } from "../../testing/authenticator";
import { makeRole, personWith, unique } from "../../testing/factories";
import { administrator } from "../../testing/test-config";

const password = "Correct-horse-7";
let addresses = 0;

function helpers(api: TestApi, address: () => string) {
  const run = (statement: ReturnType<typeof sql>) =>
    api.connection.transaction("owner", (db) => db.execute(statement));
  const signIn = async (userName: string, headers: Record<string, string> = {}, given = password) => {
    const response = await api.request("/auth", { as: basic(userName, given), headers, address: address() });
    return { ...response, code: response.body?.code as string | undefined };
  };
  const stepHeader = (token: string) => ({ "x-second-factor-step": token });
  return {
    run,
    signIn,
    begin: async (userName: string) => String((await signIn(userName)).headers["x-second-factor-step"]),
    finish: (userName: string, token: string, more = {}) =>
      signIn(userName, { ...stepHeader(token), ...more }, ""),
    setUp: async (userName: string, token: string, path: string, body?: object) => {
      const response = await api.request(`/auth/set-up/${path}`, {
        method: "PUT",
        as: basic(userName, ""),
        headers: stepHeader(token),
        body,
        address: address(),
      });
      return { ...response, code: response.body?.code as string | undefined };
    },
    setPolicy: (policy: string, tenant = "main", from = sql`now()`) =>
      run(sql`insert into organisation_settings (tenant_id, company_name, second_factor_policy, second_factor_from)
        select tenant_id, '', ${policy}, ${policy === "optional" ? sql`null` : from} from tenants where identifier = ${tenant}
        on conflict (tenant_id) do update set second_factor_policy = excluded.second_factor_policy,
          second_factor_from = excluded.second_factor_from`),
    makeUser: async (roleIds: readonly string[] = []) => {
      const userName = unique("setup");
      const body = { userName, password, roleIds };
      await api.request("/users/create", { method: "POST", as: api.administrator, body });
      return userName;
    },
  };
}

const over = "signInStepOver";

describeApi("set-up of a required second factor", (api) => {
  let address: string;
  let userName: string;
  const { run, signIn, begin, finish, setUp, setPolicy, makeUser } = helpers(api, () => address);

  const account = (name = userName) => sql`(select user_id from accounts where user_name = ${name})`;
  const makeTotp = async (token: string, name = userName) => {
    const { body } = await setUp(name, token, "totp-secret");
    return totpOf(body.secret);
  };
  const confirm = (token: string, code: string, name = userName) => setUp(name, token, "totp", { code });

  beforeEach(async () => {
    addresses += 1;
    address = `198.18.7.${addresses}`;
    await setPolicy("everybody");
    userName = await makeUser();
  });

  test("[AU-11] a right password without a factor gets a coded 401, and is led to a session by an app", async () => {
    const asked = await signIn(userName);
    expect([asked.status, asked.code]).toEqual([401, "secondFactorSetupNeeded"]);
    expect(asked.headers["x-second-factor"]).toBe("passkey, totp");
    const token = String(asked.headers["x-second-factor-step"]);
    expect((await finish(userName, token)).code).toBe("secondFactorSetupNeeded");
    const totp = await makeTotp(token);
    expect((await finish(userName, token, { "x-second-factor": totp.generate() })).code).toBe(
      "secondFactorSetupNeeded",
    );
    const wrong = await confirm(token, "12");
    expect([wrong.status, wrong.body.errors[0].propertyName]).toEqual([400, "code"]);
    const confirmed = await confirm(token, totp.generate());
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    const done = await finish(userName, token);
    expect(done.status).toBe(200);
    expect((await api.request("/user", { as: basic(userName, done.body) })).status).toBe(200);
    expect((await signIn(userName)).code).toBe("secondFactorNeeded");
    const { rows } = await run(sql`select type, changed_by = record_id as "isOwn" from history
      where record_id = ${account()} and type like 'UserSecondFactor%'`);
    expect(rows).toEqual([{ type: "UserSecondFactorAdded", isOwn: true }]);
  });

  test("[AU-11] a passkey is set up in the same way, and then signs in alone", async () => {
    const device = makeAuthenticator({ origin: "http://localhost:3000", rpId: "localhost" });
    const token = await begin(userName);
    const { body: options } = await setUp(userName, token, "passkey-options");
    const forged = { name: "Phone", response: device.create(options, { origin: "http://evil.example" }) };
    expect((await setUp(userName, token, "passkeys", forged)).status).toBe(400);
    const { body: again } = await setUp(userName, token, "passkey-options");
    const added = await setUp(userName, token, "passkeys", { name: "Phone", response: device.create(again) });
    expect(added.body.recoveryCodes).toHaveLength(10);
    expect((await finish(userName, token)).status).toBe(200);
    const { body: challenge } = await api.request("/auth/passkey-options", { method: "POST", address });
    const body = { response: device.get(challenge) };
    const response = await api.request("/auth/passkey", { method: "POST", body, address });
    expect([response.status, response.body.userName]).toEqual([200, userName]);
  });

  test("[AU-11] a wrong password, an unknown name or a suspension reveals no set-up", async () => {
    const wrong = await signIn(userName, {}, "wrong");
    const unknown = await signIn(unique("unknown"));
    for (const { status, code, headers } of [wrong, unknown])
      expect([status, code, headers["x-second-factor"], headers["x-second-factor-step"]]).toEqual([
        401,
        "wrongCredentials",
        undefined,
        undefined,
      ]);
    const token = await begin(userName);
    await run(sql`update users set is_active = false where user_id = ${account()}`);
    expect((await setUp(userName, token, "totp-secret")).code).toBe("accountSuspended");
    const suspended = await signIn(userName);
    expect([suspended.code, suspended.headers["x-second-factor-step"]]).toEqual([
      "accountSuspended",
      undefined,
    ]);
  });

  test("[AU-11] a step works once, and ends with time, a new password and the person's removal", async () => {
    const token = await begin(userName);
    const totp = await makeTotp(token);
    for (const change of [
      sql`update sign_in_steps set expires_on = now() where user_id = ${account()}`,
      sql`update accounts set password_changed_on = now() where user_id = ${account()}`,
      sql`update users set archived_on = now() where user_id = ${account()}`,
    ]) {
      const ended = await begin(userName);
      expect((await setUp(userName, ended, "totp-secret")).status).toBe(200);
      await run(change);
      for (const path of ["totp-secret", "passkey-options"])
        expect((await setUp(userName, ended, path)).code).toBe(over);
      expect((await finish(userName, ended)).code).toBe(over);
    }
    await run(sql`update users set archived_on = null where user_id = ${account()}`);
    expect((await confirm(token, totp.generate())).code).toBe(over);
    const last = await begin(userName);
    const code = (await makeTotp(last)).generate();
    expect((await confirm(last, code)).status).toBe(200);
    expect((await confirm(last, code)).code).toBe(over);
    expect((await setUp(userName, last, "totp-secret")).code).toBe(over);
    expect((await finish(userName, last)).status).toBe(200);
    expect((await finish(userName, last)).code).toBe(over);
  });

  test("[AU-11] a step is useless for others, in another tenant, without a token, and as a password", async () => {
    const token = await begin(userName);
    const other = await makeUser();
    expect((await setUp(other, token, "totp-secret")).code).toBe(over);
    expect((await setUp(userName, "x".repeat(43), "totp-secret")).code).toBe(over);
    expect((await setUp(userName, "", "totp-secret")).code).toBe(over);
    expect((await api.request("/user", { as: basic(userName, token) })).status).toBe(401);
    const secondStep = String((await signIn(userName)).headers["x-second-factor-step"]);
    await run(sql`update sign_in_steps set set_up = null where user_id = ${account()}`);
    expect((await setUp(userName, secondStep, "totp-secret")).code).toBe(over);
  });

  test("[AU-11] one of two concurrent set-ups succeeds, and none continues once the account has a factor", async () => {
    const [one, other] = [await begin(userName), await begin(userName)];
    const code = (await makeTotp(one)).generate();
    const both = await Promise.all([confirm(one, code), confirm(other, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const statuses = [await finish(userName, one), await finish(userName, other)].map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 401]);

    const person = await makeUser();
    const token = await begin(person);
    const as = await api.signedIn(person);
    const own = (path: string, body: object) =>
      api.request(`/user/second-factors/${path}`, { method: "PUT", as, body, address });
    const { body: made } = await own("totp-secret", { currentPassword: password });
    await own("totp", { code: totpOf(made.secret).generate() });
    for (const path of ["totp-secret", "passkey-options"])
      expect((await setUp(person, token, path)).code).toBe(over);
    expect((await finish(person, token)).status).toBe(401);
  });

  test("[AU-11] a completed set-up opens nothing once its factor is gone, even if the account has another one", async () => {
    const { rows } = await run(sql`select user_id as id from accounts where user_name = ${userName}`);
    const reset = `/users/${(rows[0] as { id: string }).id}/second-factors/reset`;
    const done = async () => {
      const token = await begin(userName);
      expect((await confirm(token, (await makeTotp(token)).generate())).status).toBe(200);
      return token;
    };
    const strangers = await done();
    const body = { reason: "Not their app" };
    expect((await api.request(reset, { method: "POST", as: api.administrator, body })).status).toBe(204);
    const as = await api.signedIn(userName);
    const own = (path: string, given: object) =>
      api.request(`/user/second-factors/${path}`, { method: "PUT", as, body: given, address });
    const { body: made } = await own("totp-secret", { currentPassword: password });
    expect((await own("totp", { code: totpOf(made.secret).generate() })).status).toBe(200);
    expect((await finish(userName, strangers)).code).toBe(over);

    await api.request(reset, { method: "POST", as: api.administrator, body });
    const owners = [await done()];
    await run(sql`delete from totp_factors where user_id = ${account()}`);
    owners.push(await done());
    expect((await finish(userName, owners[0] ?? "")).code).toBe(over);
    expect((await finish(userName, owners[1] ?? "")).status).toBe(200);
  });

  test("[AU-11] the calls with one step are limited", async () => {
    const token = await begin(userName);
    const codes: (string | undefined)[] = [];
    for (let count = 0; count < 31; count++) codes.push((await setUp(userName, token, "totp-secret")).code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(30);
    expect(codes.at(-1)).toBe(over);
  });

  test("[AU-11] the policy applies to its tenant, to administrators or all, and from its day on", async () => {
    await setPolicy("optional");
    expect((await signIn(userName)).status).toBe(200);
    await setPolicy("everybody", "main", sql`now() + interval '1 day'`);
    expect((await signIn(userName)).status).toBe(200);
    await setPolicy("administrators");
    expect((await signIn(userName)).status).toBe(200);
    const seeing = await makeRole(api, { permissions: ["UserView", "UserView_HistoryAction", "RoleView"] });
    expect((await signIn(await makeUser([seeing]))).status).toBe(200);
    for (const permission of [
      "UserView_EditAction",
      "RoleView_AddAction",
      "OrganisationSettingView_EditAction",
    ] as const) {
      const role = await makeRole(api, { permissions: [permission] });
      expect((await signIn(await makeUser([role]))).code).toBe("secondFactorSetupNeeded");
    }
  });

  test("[AU-11] the last required second factor cannot be removed, others can", async () => {
    const token = await begin(userName);
    await confirm(token, (await makeTotp(token)).generate());
    const as = basic(userName, (await finish(userName, token)).body);
    const remove = () =>
      api.request("/user/second-factors/remove", {
        method: "POST",
        as,
        address,
        body: { currentPassword: password, secondFactor: "totp" },
      });
    const refused = await remove();
    expect([refused.status, refused.body.code]).toEqual([409, "lastSecondFactor"]);
    expect((await signIn(userName)).code).toBe("secondFactorNeeded");
    await run(sql`insert into passkeys (credential_id, user_id, name, public_key, counter)
      values (${unique("id")}, ${account()}, 'Phone', '', 0)`);
    expect((await remove()).status).toBe(204);
    await setPolicy("optional");
    const { body } = await api.request("/user/second-factors", { as });
    expect(body).toMatchObject({ totpOn: null, recoveryCodesLeft: 10 });
  });

  test("[AU-11] a reset leads to the set-up at the next sign-in, while keys and sessions stay valid", async () => {
    const token = await begin(userName);
    await confirm(token, (await makeTotp(token)).generate());
    const as = basic(userName, (await finish(userName, token)).body);
    const { body: key } = await api.request("/user/create-api-key", { as });
    const { rows } = await run(sql`select user_id as id from accounts where user_name = ${userName}`);
    const path = `/users/${(rows[0] as { id: string }).id}/second-factors/reset`;
    const body = { reason: "Lost phone" };
    expect((await api.request(path, { method: "POST", as: api.administrator, body })).status).toBe(204);
    expect((await signIn(userName)).code).toBe("secondFactorSetupNeeded");
    const user = await api.request("/user", { as });
    expect(user.body.secondFactorFrom).toEqual(expect.any(String));
    expect((await api.request("/user", { as: `Bearer ${key}` })).status).toBe(200);
  });
});

describeApi(
  "set-up of a second factor that nothing offers",
  (api) => {
    const { signIn, setPolicy, makeUser } = helpers(api, () => "198.18.8.1");
    test("[AU-11] is neither asked for nor can be required, so that no user is locked out", async () => {
      await setPolicy("everybody");
      expect((await signIn(await makeUser())).status).toBe(200);
      const { as } = await personWith(api, ["OrganisationSettingView", "OrganisationSettingView_EditAction"]);
      const body = { secondFactorPolicy: "everybody", secondFactorFrom: "2999-01-01" };
      const { status, body: refusal } = await api.request("/organisation-settings/second-factors", {
        method: "PUT",
        as,
        body,
      });
      expect([status, refusal.code]).toEqual([409, "noSecondFactorOffered"]);
    });
  },
  { publicAddress: "http://work.example.com", encryptionSecret: undefined },
);

describeApi(
  "second factors of people in several tenants",
  (api) => {
    const { run, setPolicy } = helpers(api, () => "198.18.8.2");
    test("[AU-11] the tenant signed in to decides, a step belongs to it, and the last factor stays", async () => {
      const tenant = async (identifier: string) => {
        await personWith(api, [], { tenant: identifier });
        return identifier;
      };
      const [strict, free] = [await tenant(unique("strict")), await tenant(unique("free"))];
      const { userId, userName } = await personWith(api, [], { tenant: strict });
      await run(sql`insert into users (tenant_id, user_id, user_name, first_name, last_name, email)
        select tenant_id, ${userId}, ${userName}, '', '', '' from tenants where identifier = ${free}`);
      await run(sql`update accounts set password_hash = (select password_hash from accounts where user_name = ${administrator.userName})
        where user_id = ${userId}`);
      await setPolicy("everybody", strict);
      const at = (identifier: string, headers = {}, given = administrator.password) =>
        api.request(`/${identifier}/auth`, { as: basic(userName, given), headers });
      const asked = await at(strict);
      expect([asked.body.code, (await at(free)).status]).toEqual(["secondFactorSetupNeeded", 200]);
      const headers = { "x-second-factor-step": String(asked.headers["x-second-factor-step"]) };
      const make = (identifier: string) =>
        api.request(`/${identifier}/auth/set-up/totp-secret`, {
          method: "PUT",
          as: basic(userName, ""),
          headers,
        });
      expect((await make(free)).body.code).toBe(over);
      expect((await make(strict)).status).toBe(200);
      expect((await at(free, headers, "")).body.code).toBe(over);

      const as = await api.signedIn(userName, free);
      const own = (method: "PUT" | "POST", part: string, more: object) =>
        api.request(`/${free}/user/second-factors/${part}`, {
          method,
          as,
          body: { currentPassword: administrator.password, ...more },
        });
      const { body: made } = await own("PUT", "totp-secret", {});
      await own("PUT", "totp", { code: totpOf(made.secret).generate() });
      expect((await own("POST", "remove", { secondFactor: "totp" })).body.code).toBe("lastSecondFactor");
      await setPolicy("optional", strict);
      expect((await own("POST", "remove", { secondFactor: "totp" })).status).toBe(204);
    });
  },
  { multiTenancy: true },
);
