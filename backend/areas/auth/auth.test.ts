import { beforeEach, expect, test } from "vitest";
import { sql } from "../../database/sql";
import { basic, describeApi } from "../../testing/api";
import { administrator } from "../../testing/test-config";

const right = basic(administrator.userName, administrator.password);
const wrong = basic(administrator.userName, "not the password");

describeApi("sign-in", (api) => {
  beforeEach(() =>
    api.connection.transaction("owner", (db) => db.execute(sql`delete from sign_in_failures`)).then(() => {}),
  );

  test("[AU-02] a secret requires the right user name and password", async () => {
    for (const as of [
      undefined,
      wrong,
      basic("nobody", "x"),
      "Basic !!",
      "Bearer x",
      basic("admin\u0000", "x"),
    ]) {
      const response = await api.request("/auth", { as });
      expect(response.status).toBe(401);
      expect(response.body.title).toBe("Please sign in.");
    }
  });

  test("[AU-02] a wrong password and an unknown user get the same response", async () => {
    const [known, unknown] = [
      await api.request("/auth", { as: wrong, headers: { "x-request-id": "same" } }),
      await api.request("/auth", { as: basic("nobody", "x"), headers: { "x-request-id": "same" } }),
    ];
    expect(unknown.text).toBe(known.text);
    expect(known.body.code).toBe("wrongCredentials");
  });

  test("[AU-02] user name and password are exchanged for a secret that authorises requests", async () => {
    const response = await api.request("/auth", { as: right });
    expect(response.status).toBe(200);
    expect(response.body).toMatch(/^[\w-]{43}$/);
    const user = await api.request("/user", { as: basic(administrator.userName, response.body) });
    expect(user.body.profile.userName).toBe(administrator.userName);
  });

  test("[AU-02] user names are case-insensitive, and a secret is bound to its name", async () => {
    const response = await api.request("/auth", { as: basic("ADMIN", administrator.password) });
    expect(response.status).toBe(200);
    expect((await api.request("/user", { as: basic("Admin", response.body) })).status).toBe(200);
    expect((await api.request("/user", { as: basic("somebody", response.body) })).status).toBe(401);
  });

  test("[AU-02] signing in is recorded as the last login", async () => {
    await api.connection.transaction("owner", (db) => db.execute(sql`update users set last_login_on = null`));
    await api.request("/auth", { as: right });
    const { rows } = await api.connection.transaction("owner", (db) =>
      db.execute(sql`select from users where last_login_on > now() - interval '1 minute'`),
    );
    expect(rows).toHaveLength(1);
  });

  test("[AU-02] five wrong passwords slow the account and the address down, for longer each time", async () => {
    for (let count = 0; count < 5; count += 1)
      expect((await api.request("/auth", { as: wrong })).status).toBe(401);
    const slowed = await api.request("/auth", { as: right });
    expect(slowed.status).toBe(429);
    expect(Number(slowed.headers["retry-after"])).toBeGreaterThan(0);
    expect(slowed.body.message).toBe("Too many failed sign-ins. Please try again in 1 minute.");
    expect((await api.request("/auth", { as: basic("somebody", "x") })).status).toBe(429);

    await letWaitEnd();
    expect((await api.request("/auth", { as: wrong })).status).toBe(401);
    const again = await api.request("/auth", { as: right });
    expect(Number(again.headers["retry-after"])).toBeGreaterThan(Number(slowed.headers["retry-after"]));

    await letWaitEnd();
    expect((await api.request("/auth", { as: right })).status).toBe(200);
  });

  test("[AU-02] unknown names are throttled like known ones, in any spelling and from anywhere", async () => {
    const names = ["Nobody-1", "nobody-1", "NOBODY-1", "noBody-1", "nobodY-1", "nobOdy-1"];
    const statuses: number[] = [];
    for (const [at, name] of names.entries())
      statuses.push((await api.request("/auth", { as: basic(name, "x"), address: `198.18.${at}.1` })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test("[AU-02] signing in to one's own account does not reset the throttling of guesses", async () => {
    for (let count = 0; count < 4; count += 1)
      await api.request("/auth", { as: basic(`guessed${count}`, "x") });
    expect((await api.request("/auth", { as: right })).status).toBe(200);
    expect((await api.request("/auth", { as: basic("guessed4", "x") })).status).toBe(401);
    expect((await api.request("/auth", { as: basic("guessed5", "x") })).status).toBe(429);
  });

  test("[AU-02] of many concurrent guesses none beyond the fifth is checked", async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => api.request("/auth", { as: wrong })),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  test("[AU-02] of 200 sequential passwords a handful are checked, for known and unknown names", async () => {
    for (const [name, address] of [
      [administrator.userName, "203.0.113.20"],
      ["nobody", "203.0.113.21"],
    ] as const) {
      const responses = [];
      for (let guess = 0; guess < 200; guess += 1)
        responses.push(await api.request("/auth", { as: basic(name, `guess ${guess}`), address }));
      const refused = responses.filter(({ status }) => status === 429);
      expect(responses.slice(0, 6).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
      // The first delays are short: on a slow machine one may end meanwhile.
      expect(refused.length).toBeGreaterThan(190);
      expect(responses.filter(({ status }) => status !== 401 && status !== 429)).toEqual([]);
      for (const { headers } of refused) {
        expect(Number(headers["retry-after"])).toBeGreaterThan(0);
        expect(Number(headers["retry-after"])).toBeLessThanOrEqual(900);
      }
    }
  });

  test("[AU-02] the wait never grows beyond 15 minutes", async () => {
    await api.request("/auth", { as: wrong });
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`update sign_in_failures set failures = 1000`),
    );
    await api.request("/auth", { as: wrong });
    const { headers } = await api.request("/auth", { as: right });
    expect(Number(headers["retry-after"])).toBeGreaterThan(890);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(900);
  });

  test("[AU-08] signing out ends the secret at once, and only that one", async () => {
    const [ended, other] = [await api.signedIn("admin"), await api.signedIn("admin")];
    expect((await api.request("/auth", { method: "DELETE", as: ended })).status).toBe(204);
    expect((await api.request("/user", { as: ended })).status).toBe(401);
    expect((await api.request("/user", { as: other })).status).toBe(200);
  });

  test("[AU-05] a secret expires when unused or too old", async () => {
    const idle = await api.signedIn("admin");
    await change(sql`last_used_on = now() - interval '13 hours'`);
    expect((await api.request("/user", { as: idle })).status).toBe(401);
    await change(sql`last_used_on = now() - interval '11 hours'`);
    expect((await api.request("/user", { as: idle })).status).toBe(200);
    await change(sql`expires_on = now() - interval '1 second'`);
    expect((await api.request("/user", { as: idle })).status).toBe(401);
    api.administrator = await api.signedIn("admin");
  });

  test("[AU-05] using a secret extends it, with at most one write per minute", async () => {
    const used = await api.signedIn("admin");
    await change(sql`last_used_on = now() - interval '2 minutes'`);
    const before = await lastUses();
    await api.request("/user", { as: used });
    const first = await lastUses();
    expect(first.filter((at) => !before.includes(at))).toHaveLength(1);
    await api.request("/user", { as: used });
    expect(await lastUses()).toEqual(first);
  });

  const letWaitEnd = () =>
    api.connection.transaction("owner", (db) =>
      db.execute(sql`update sign_in_failures set blocked_until = now() - interval '1 second'`),
    );
  const change = (set: ReturnType<typeof sql>) =>
    api.connection.transaction("owner", (db) => db.execute(sql`update secrets set ${set}`));
  const lastUses = async () => {
    const { rows } = await api.connection.transaction("owner", (db) =>
      db.execute<{ at: string }>(sql`select last_used_on as at from secrets order by last_used_on`),
    );
    return rows.map(({ at }) => at);
  };
});
