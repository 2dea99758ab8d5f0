import { beforeAll, expect, test } from "vitest";
import { sql } from "../../database/sql";
import { describeApi } from "../../testing/api";
import { totpOf } from "../../testing/authenticator";
import { personWith, personWithout, unique } from "../../testing/factories";
import { administrator } from "../../testing/test-config";

const path = "/organisation-settings/second-factors";

describeApi("policy of second factors", (api) => {
  let as: string;
  const save = async (secondFactorPolicy: string, secondFactorFrom?: string | null, by = as, more = {}) => {
    const body = { secondFactorPolicy, secondFactorFrom, ...more };
    const headers = { timezone: "Europe/Berlin" };
    const response = await api.request(path, { method: "PUT", as: by, body, headers });
    return { ...response, code: response.body?.code as string | undefined };
  };
  const detail = async () => (await api.request("/organisation-settings", { as })).body;
  const dayIn = (days: number) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(Date.now() + days * 86_400_000);

  async function addApp(by: string, currentPassword: string) {
    const put = (part: string, body: object) =>
      api.request(`/user/second-factors/${part}`, { method: "PUT", as: by, body });
    const { body } = await put("totp-secret", { currentPassword });
    const totp = totpOf(body.secret);
    expect((await put("totp", { code: totp.generate() })).status).toBe(200);
  }

  beforeAll(async () => {
    as = await api.signedIn(administrator.userName);
  });

  test("[AU-11] changing it needs the permission to edit settings, a session, and the caller's own factor", async () => {
    const { as: looker } = await personWithout(api, "OrganisationSettingView_EditAction");
    expect((await save("everybody", dayIn(1), looker)).status).toBe(403);
    expect((await save("everybody", dayIn(1), "")).status).toBe(401);
    const { body: key } = await api.request("/user/create-api-key", { as });
    expect((await save("everybody", dayIn(1), `Bearer ${key}`)).code).toBe("notByApiKey");
    for (const policy of ["administrators", "everybody"]) {
      const { status, code } = await save(policy, dayIn(1));
      expect([policy, status, code]).toEqual([policy, 409, "ownSecondFactorFirst"]);
    }
    expect((await api.request(path, { as })).body.isOwnSetUp).toBe(false);
    expect((await save("optional")).status).toBe(200);
  });

  test("[AU-11] it holds from today at the earliest, is recorded, and can be taken back", async () => {
    await addApp(as, administrator.password);
    for (const from of [undefined, null, "", "2026-02-30", dayIn(-1)]) {
      const { status, body } = await save("everybody", from);
      expect([from, status, body.errors?.[0].propertyName]).toEqual([from, 400, "secondFactorFrom"]);
    }
    expect((await save("somebody", dayIn(1))).body.errors[0].propertyName).toBe("secondFactorPolicy");
    const saved = await save("administrators", dayIn(0));
    expect(saved.body).toMatchObject({ secondFactorPolicy: "administrators", companyName: "" });
    const { secondFactorFrom, version } = await detail();
    expect(new Date(secondFactorFrom).toLocaleTimeString("de", { timeZone: "Europe/Berlin" })).toBe(
      "00:00:00",
    );
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`update organisation_settings set second_factor_from = '2026-01-01T00:00Z'`),
    );
    expect((await save("everybody", "2026-01-01T00:00:00.000Z")).status).toBe(200);
    expect((await save("everybody", dayIn(0), as, { version: 1 })).status).toBe(409);
    const back = await save("optional", dayIn(3));
    expect(back.body).toMatchObject({ secondFactorPolicy: "optional", secondFactorFrom: null });
    expect(back.body.version).toBeGreaterThan(version);
    const { body } = await api.request("/organisation-settings/history", { as });
    expect(body.list[0].values.map(({ name }: { name: string }) => name).sort()).toEqual([
      "secondFactorFrom",
      "secondFactorPolicy",
    ]);
    const name = { companyName: unique("Company") };
    const other = await api.request("/organisation-settings", { method: "PUT", as, body: name });
    expect(other.body).toMatchObject({ ...name, secondFactorPolicy: "optional" });
  });

  test("[AU-11] counts people with and without a factor, and notifies them two weeks before", async () => {
    const before = (await api.request(path, { as })).body;
    const plain = await personWith(api, ["UserView"]);
    const strong = await personWith(api, ["RoleView", "RoleView_EditAction"]);
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`insert into passkeys (credential_id, user_id, name, public_key, counter)
        values (${unique("id")}, ${strong.userId}, 'Phone', '', 0)`),
    );
    const { body } = await api.request(path, { as });
    expect(body).toEqual({
      everybody: { people: before.everybody.people + 2, withFactor: before.everybody.withFactor + 1 },
      administrators: {
        people: before.administrators.people + 1,
        withFactor: before.administrators.withFactor + 1,
      },
      isOwnSetUp: true,
    });
    const noticeOf = async (by: string) => (await api.request("/user", { as: by })).body.secondFactorFrom;
    await save("everybody", dayIn(15));
    expect(await noticeOf(plain.as)).toBeUndefined();
    await save("everybody", dayIn(13));
    expect([await noticeOf(plain.as), await noticeOf(strong.as), await noticeOf(as)]).toEqual([
      (await detail()).secondFactorFrom,
      undefined,
      undefined,
    ]);
    await save("administrators", dayIn(13));
    expect(await noticeOf(plain.as)).toBeUndefined();
  });
});

describeApi(
  "policy of second factors with a provider",
  (api) => {
    test("[AU-11] is neither shown nor saved", async () => {
      const body = { secondFactorPolicy: "everybody", secondFactorFrom: "2999-01-01" };
      for (const options of [{}, { method: "PUT", body } as const]) {
        const response = await api.request(path, { ...options, as: api.administrator });
        expect([response.status, response.body.code]).toEqual([403, "noPasswords"]);
      }
    });
  },
  { authMode: "oidc", oidcIssuer: "https://idp.example.com" } as never,
);
