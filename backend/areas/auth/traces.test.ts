import { beforeEach, expect, test, vi } from "vitest";
import { type SQL, sql } from "../../database/sql";
import { basic, describeApi } from "../../testing/api";
import { unique } from "../../testing/factories";

const password = "correct horse 9";

describeApi("sign-ins leave traces", (api) => {
  beforeEach(() =>
    api.connection.transaction("owner", (db) => db.execute(sql`delete from sign_in_failures`)).then(() => {}),
  );

  const makePerson = async () => {
    const userName = unique("trace");
    const body = { userName, password, roleIds: [] };
    const made = await api.request("/users/create", { method: "POST", as: api.administrator, body });
    return { userName, userId: made.body as string };
  };
  const signIn = (userName: string, secret: string, address = "192.0.2.1", headers = {}) =>
    api.request("/auth", { as: basic(userName, secret), address, headers });
  const historyOf = async (url: string) => {
    const { body } = await api.request(`${url}/history?pageLimit=-1&sortDir=asc`, { as: api.administrator });
    const details = [];
    for (const { type, id } of body.list)
      if (type.startsWith("UserSign"))
        details.push((await api.request(`${url}/history/${type}/${id}`, { as: api.administrator })).body);
    return details;
  };

  test("[AU-02] [HI-01] a sign-in and a failure are in the user's history, with the address and no secret", async () => {
    const { userName, userId } = await makePerson();
    await signIn(userName, "wrong horse 9", "192.0.2.9");
    await signIn(userName, password);
    const [failed, succeeded] = await historyOf(`/users/${userId}`);
    expect(failed).toMatchObject({
      type: "UserSignInFailed",
      changedBy: "System",
      recordName: userName,
      previous: {},
      current: { address: "192.0.2.9" },
    });
    expect(succeeded).toMatchObject({
      type: "UserSignedIn",
      changedBy: userName,
      previous: {},
      current: { address: "192.0.2.1" },
    });
    expect(JSON.stringify([failed, succeeded])).not.toMatch(/horse/);
  });

  test("[AU-02] [HI-01] attempts with unknown names are recorded without the input", async () => {
    const typed = unique("secret");
    await signIn(typed, "x", "192.0.2.77");
    const failures = await historyOf("/users");
    expect(failures.filter(({ current }) => current.address === "192.0.2.77")).toMatchObject([
      { type: "UserSignInFailed", recordName: "-" },
    ]);
    expect(JSON.stringify(failures)).not.toContain(typed);
  });

  test("[HI-01] the sign-in role can only add these entries to the history", async () => {
    const attempt = (statement: ReturnType<typeof sql>) =>
      api.connection
        .transaction("hub_auth", (db) => db.execute(statement))
        .then(
          () => "done",
          () => "refused",
        );
    const insert = (type: string, collection = "users") => sql`
      insert into history (tenant_id, collection, record_id, record_name, type)
      select tenant_id, ${collection}, tenant_id, 'x', ${type} from tenants`;
    expect(await attempt(insert("UserUpdated"))).toBe("refused");
    expect(await attempt(insert("UserSignedIn", "roles"))).toBe("refused");
    expect(await attempt(sql`update history set record_name = 'x'`)).toBe("refused");
    expect(await attempt(sql`delete from history`)).toBe("refused");
    expect(await attempt(sql`select * from history`)).toBe("refused");
  });

  test("[AU-02] five wrong passwords from anywhere slow the account down, and from one place every account", async () => {
    const [known, other] = [await makePerson(), await makePerson()];
    for (let count = 1; count <= 5; count += 1)
      expect((await signIn(known.userName, "x", `192.0.2.${count}`)).status).toBe(401);
    expect((await signIn(known.userName, password, "192.0.2.200")).status).toBe(429);
    expect((await signIn(other.userName, password, "192.0.2.200")).status).toBe(200);
    for (let count = 1; count <= 5; count += 1)
      expect((await signIn(unique("nobody"), "x", `2001:db8::${count}`)).status).toBe(401);
    expect((await signIn(other.userName, password, "2001:db8::ffff")).status).toBe(429);
    expect((await signIn(other.userName, password, "2001:db8:0:1::1")).status).toBe(200);
  });

  test("[AU-02] unknown accounts are throttled just like known ones", async () => {
    const { userName } = await makePerson();
    const responses = [];
    for (const name of [userName, unique("nobody")]) {
      for (let count = 1; count <= 5; count += 1) await signIn(name, "x", `198.51.100.${count}`);
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`delete from sign_in_failures where subject like 'address:%'`),
      );
      const { status, text, headers } = await signIn(name, "x", "198.51.100.9", { "x-request-id": "same" });
      responses.push([status, text, headers["retry-after"]]);
    }
    expect(responses[0]).toEqual(responses[1]);
    expect(responses[0]?.[0]).toBe(429);
  });

  test("[AU-02] only the web process is trusted with a request's address", async () => {
    const forwarded = { "x-forwarded-for": "203.0.113.5" };
    for (let count = 1; count <= 5; count += 1) await signIn(unique("nobody"), "x", "127.0.0.1", forwarded);
    expect((await signIn("admin", "x", "127.0.0.1", forwarded)).status).toBe(429);
    // The same value from another network is not matched, and forwarded headers of a client are ignored.
    expect((await signIn(unique("nobody"), "x", "203.0.113.80", forwarded)).status).toBe(401);
    const chain = { "x-forwarded-for": "198.51.100.1, 203.0.113.5" };
    expect((await signIn(unique("nobody"), "x", "127.0.0.1", chain)).status).toBe(429);
    const spoofed = { "x-forwarded-for": "203.0.113.5, 198.51.100.1" };
    expect((await signIn(unique("nobody"), "x", "127.0.0.1", spoofed)).status).toBe(401);
  });

  test("[AU-02] a known and an unknown name cost the same work, down to each statement", async () => {
    const { userName } = await makePerson();
    const statements: string[][] = [];
    const transaction = api.connection.transaction.bind(api.connection);
    const spy = vi.spyOn(api.connection, "transaction").mockImplementation((role, work, options) =>
      transaction(
        role,
        (db) => {
          const execute = db.execute.bind(db);
          const listening = Object.assign(Object.create(db), {
            execute: (query: SQL) => {
              statements.at(-1)?.push(query.text);
              return execute(query);
            },
          });
          return work(listening);
        },
        options,
      ),
    );
    try {
      for (const name of [userName, unique("nobody")]) {
        statements.push([]);
        expect((await signIn(name, "x")).status).toBe(401);
      }
    } finally {
      spy.mockRestore();
    }
    expect(statements[0]?.length).toBeGreaterThan(3);
    expect(statements[0]).toEqual(statements[1]);
  });
});
