import { Workbook } from "exceljs";
import { afterAll, expect, test } from "vitest";
import { sql } from "../../database/sql";
import { describeApi } from "../../testing/api";
import { totpOf } from "../../testing/authenticator";
import { makeUser, personWith, personWithout, unique } from "../../testing/factories";
import { startProvider } from "../../testing/identity-provider";
import { administrator } from "../../testing/test-config";

const provider = await startProvider();
afterAll(() => provider.stop());

const columns = ["userName", "secondFactor"].map((dataField) => ({ dataField }));
const filter = (values: string) => `secondFactor:oneOf:${values}`;

describeApi("second factors in the list of users", (api) => {
  const run = (statement: ReturnType<typeof sql>) =>
    api.connection.transaction("owner", (db) => db.execute(statement));
  const addTotp = (userId: string, confirmedOn: string | null = "2026-01-01T00:00:00Z") =>
    run(
      sql`insert into totp_factors (user_id, secret, confirmed_on) values (${userId}, 'sealed', ${confirmedOn})`,
    );
  const addPasskey = (userId: string) =>
    run(sql`insert into passkeys (credential_id, user_id, name, public_key, counter)
      values (${unique("id")}, ${userId}, 'Laptop', 'key', 0)`);
  const list = (query: string, as = api.administrator) => api.request(`/users?${query}`, { as });
  const rows = async (phrase: string, filters?: string, as?: string) => {
    const { status, body } = await list(
      `phrase=${phrase}&pageLimit=50&sortBy=userName${filters ? `&filters=${filters}` : ""}`,
      as,
    );
    expect(status).toBe(200);
    return Object.fromEntries(
      body.list.map((row: Record<string, string>) => [row.lastName, row.secondFactor]),
    );
  };
  const exported = (body: object, as = api.administrator, headers = {}) =>
    api.app.inject({
      method: "POST",
      url: "/users/export",
      headers: { authorization: as, "content-type": "application/json", ...headers },
      payload: JSON.stringify({ columns, ...body }),
    });
  const cells = async (...given: Parameters<typeof exported>) => {
    const workbook = new Workbook();
    await workbook.xlsx.load((await exported(...given)).rawPayload as unknown as ArrayBuffer);
    return workbook.worksheets[0]
      ?.getSheetValues()
      .flatMap((row) => (row ? [(row as string[]).slice(1)] : []));
  };

  /** Users without, with an app, a passkey, both, and an app that was never confirmed. */
  async function fiveUsers() {
    const firstName = unique("Factor");
    const made = async (lastName: string, ...add: ((userId: string) => Promise<unknown>)[]) => {
      const user = await makeUser(api, { firstName, lastName });
      for (const each of add) await each(user.userId);
      return user;
    };
    return {
      firstName,
      none: await made("none"),
      totp: await made("totp", addTotp),
      passkey: await made("passkey", addPasskey),
      both: await made("both", addTotp, addPasskey),
      unconfirmed: await made("unconfirmed", (userId) => addTotp(userId, null)),
    };
  }

  test("[AU-11] [PM-02] only those who may edit users see, filter by and export the second factor", async () => {
    const { firstName } = await fiveUsers();
    const { as } = await personWithout(api, "UserView_EditAction");
    expect(Object.values(await rows(firstName, undefined, as))).toEqual(Array(5).fill(undefined));
    expect((await list(`filters=${filter("none")}`, as)).status).toBe(403);
    expect((await exported({ phrase: firstName }, as)).statusCode).toBe(403);
    expect((await exported({ phrase: firstName, columns: [columns[0]] }, as)).statusCode).toBe(200);
    const { as: editor } = await personWith(api, ["UserView", "UserView_EditAction"]);
    expect((await rows(firstName, undefined, editor)).both).toBe("both");
  });

  test("[AU-11] [TL-01] rows, filter and spreadsheet have the kind of second factor", async () => {
    const { firstName, ...users } = await fiveUsers();
    const [none, totp, passkey, both] = ["none", "totp", "passkey", "both"];
    expect(await rows(firstName)).toEqual({ none, totp, passkey, both, unconfirmed: none });
    expect(await rows(firstName, filter("none"))).toEqual({ none, unconfirmed: none });
    expect(await rows(firstName, filter("passkey,both"))).toEqual({ passkey, both });
    expect((await list(`filters=${filter("card")}`)).status).toBe(400);
    expect(await cells({ phrase: firstName, filters: filter("both,totp"), sortBy: "lastName" })).toEqual([
      ["userName", "secondFactor"],
      [users.both.userName, "App and passkey"],
      [users.totp.userName, "Authenticator app"],
    ]);
    const german = await cells({ phrase: firstName, filters: filter("none") }, undefined, { lang: "de" });
    expect(german?.slice(1).map(([, factor]) => factor)).toEqual(["Keiner", "Keiner"]);
  });

  test("[AU-11] the list follows a factor that is set up, removed or reset, also one's own", async () => {
    const as = await api.signedIn(administrator.userName);
    const own = async () =>
      (await list(`phrase=${administrator.userName}`, as)).body.list[0].secondFactor as string;
    const call = (method: "PUT" | "POST", path: string, body: object) =>
      api.request(path, { method, as, body });
    const { password: currentPassword } = administrator;
    expect(await own()).toBe("none");
    const { body } = await call("PUT", "/user/second-factors/totp-secret", { currentPassword });
    expect(await own()).toBe("none");
    await call("PUT", "/user/second-factors/totp", { code: totpOf(body.secret).generate() });
    expect(await own()).toBe("totp");
    await call("POST", "/user/second-factors/remove", { currentPassword, secondFactor: "totp" });
    expect(await own()).toBe("none");

    const { firstName, both } = await fiveUsers();
    await call("POST", `/users/${both.userId}/second-factors/reset`, { reason: "Lost" });
    expect((await rows(firstName)).both).toBe("none");
    // Deleted and restored.
    await api.request(`/users?userIds=${both.userId}`, { method: "DELETE", as });
    await addPasskey(both.userId);
    await call("POST", "/users/deleted/restore", { userIds: [both.userId] });
    expect((await rows(firstName)).both).toBe("passkey");
  });
});

describeApi(
  "second factors in the list of users of a provider",
  (api) => {
    test("[AU-11] neither row, filter nor spreadsheet has them", async () => {
      const as = await provider.bearer({ sub: "admin" });
      const { body } = await api.request("/users", { as });
      expect(body.list[0]).not.toHaveProperty("secondFactor");
      for (const answer of [
        await api.request(`/users?filters=${filter("none")}`, { as }),
        await api.request("/users/export", { method: "POST", as, body: { columns } }),
      ])
        expect([answer.status, answer.body.code]).toEqual([403, "noPasswords"]);
    });
  },
  { authMode: "oidc", oidc: { issuer: provider.issuer, audience: "hub" } },
);
