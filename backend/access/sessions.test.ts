import { afterAll, expect, test } from "vitest";
import { sql } from "../database/sql";
import { basic, describeApi } from "../testing/api";
import {
  makeUser,
  type Person,
  personWith,
  personWithout,
  refusalOf,
  unique,
  unknownId,
} from "../testing/factories";
import { startProvider } from "../testing/identity-provider";

const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36";
const editing = ["UserView", "UserView_EditAction"] as const;
const password = "Correct-horse-7";

interface Listed {
  sessionId: string;
  isCurrent: boolean;
}

describeApi("sessions", (api) => {
  const list = async (as: string, path = "/user/sessions") => (await api.request(path, { as })).body;
  const end = (as: string, path: string) => api.request(path, { method: "DELETE", as });
  const statusOf = async (as: string) => (await api.request("/user", { as })).status;
  const currentId = async (as: string) =>
    (await list(as)).list.find(({ isCurrent }: Listed) => isCurrent).sessionId;
  const owned = (statement: ReturnType<typeof sql>) =>
    api.connection.transaction("owner", (db) => db.execute(statement));
  const signedIn = (userName: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => api.signedIn(userName)));

  test("[AU-14] [PM-02] other users' sessions need permission, and as many rights as the user has", async () => {
    const { userId, userName } = await makeUser(api);
    const as = await api.signedIn(userName);
    const sessionId = await currentId(as);
    const helper = await personWith(api, editing);
    const stranger = await personWith(api, []);
    const viewer = await personWith(api, ["UserView"]);
    const almost = await personWithout(api, "RoleView");
    const stronger = await personWith(api, [...editing, "RoleView"]);
    const { body: key } = await api.request("/user/create-api-key", { as: helper.as });
    const of = (id: string) => `/users/${id}/sessions`;
    for (const person of [stranger, viewer]) {
      expect((await api.request(of(userId), { as: person.as })).status).toBe(403);
      expect(await refusalOf(end(person.as, of(userId)))).toEqual([403, "forbidden"]);
      expect(await refusalOf(end(person.as, `${of(userId)}/${sessionId}`))).toEqual([403, "forbidden"]);
    }
    const strong = await currentId(stronger.as);
    expect((await api.request(of(stronger.userId), { as: almost.as })).body.code).toBe("sessionsOfStronger");
    for (const path of [of(stronger.userId), `${of(stronger.userId)}/${strong}`])
      expect(await refusalOf(end(almost.as, path))).toEqual([403, "sessionsOfStronger"]);
    for (const path of [of(userId), "/user/sessions", `/user/sessions/${sessionId}`])
      expect(await refusalOf(end(`Bearer ${key}`, path))).toEqual([403, "notByApiKey"]);
    // Of another user, through one's own account or a third person's record.
    for (const path of [`/user/sessions/${sessionId}`, `${of(helper.userId)}/${sessionId}`, of(unknownId)])
      expect((await end(helper.as, path)).status).toBe(404);
    expect((await api.request(of(unknownId), { as: helper.as })).status).toBe(404);
    expect([await statusOf(as), await statusOf(stronger.as)]).toEqual([200, 200]);
  });

  test("[AU-14] a session shows its client's name, address and times, and no secret", async () => {
    const userName = unique("client");
    const body = { userName, password, roleIds: [] };
    const { body: userId } = await api.request("/users/create", {
      method: "POST",
      as: api.administrator,
      body,
    });
    const signIn = async (headers: Record<string, string>, address: string) => {
      const { body: secret } = await api.request("/auth", {
        as: basic(userName, password),
        headers,
        address,
      });
      return { secret, as: basic(userName, secret) };
    };
    const { as, secret } = await signIn({ "user-agent": chrome }, "203.0.113.9");
    await signIn({ "user-agent": `<script>alert(1)</script>${"x".repeat(9_000)}` }, "203.0.113.10");
    const { status, body: shown, text } = await api.request("/user/sessions", { as });
    expect([status, shown.totalCount]).toEqual([200, 2]);
    expect(shown.list).toMatchObject([
      { browser: "Chrome", system: "Windows", address: "203.0.113.9", isCurrent: true },
      { browser: null, system: null, address: "203.0.113.10", isCurrent: false },
    ]);
    const { rows } = await owned(
      sql`select secret_hash as hash, length(user_agent) as length from secrets where user_id = ${userId}`,
    );
    for (const { hash, length } of rows) {
      expect(text).not.toContain(hash);
      expect(length).toBeLessThanOrEqual(400);
    }
    expect(text).not.toContain(secret);
    expect(text).not.toContain("script");
    // The last use is recorded with its address, at most once a minute.
    await owned(
      sql`update secrets set last_used_on = now() - interval '2 minutes' where user_id = ${userId}`,
    );
    for (const address of ["203.0.113.77", "203.0.113.78"]) await api.request("/user", { as, address });
    expect((await list(as)).list[0].address).toBe("203.0.113.77");
  });

  test("[AU-14] ending a session refuses its next request, and leaves all others", async () => {
    const { userName } = await makeUser(api);
    const all = await signedIn(userName, 4);
    const [own = "", ...others] = all;
    const stranger = await personWith(api, []);
    const ids = await Promise.all(all.map(currentId));
    for (const [index, as] of others.entries()) {
      expect((await end(own, `/user/sessions/${ids[index + 1]}`)).status).toBe(204);
      expect(await Promise.all(all.map(statusOf))).toEqual(
        all.map((_, at) => (at === 0 || at > index + 1 ? 200 : 401)),
      );
      expect((await end(own, `/user/sessions/${ids[index + 1]}`)).status).toBe(404);
      expect(await statusOf(as)).toBe(401);
    }
    expect(await statusOf(stranger.as)).toBe(200);
  });

  test("[AU-14] one of several concurrent endings succeeds, and sessions may end each other", async () => {
    const { userName } = await makeUser(api);
    const [own = "", one = "", other = ""] = await signedIn(userName, 3);
    const id = await currentId(one);
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await end(own, `/user/sessions/${id}`)).status),
    );
    expect(statuses.toSorted()).toEqual([204, 404, 404, 404, 404, 404]);
    const each = await Promise.all([own, other].map(async (as) => (await end(as, "/user/sessions")).status));
    for (const status of each) expect([204, 401]).toContain(status);
    expect(
      [await statusOf(own), await statusOf(other)].filter((status) => status === 200).length,
    ).toBeLessThan(2);
  });

  test("[AU-14] ending all sessions keeps the one of the request", async () => {
    const { userName } = await makeUser(api);
    const [own = "", ...others] = await signedIn(userName, 3);
    expect((await end(own, "/user/sessions")).status).toBe(204);
    expect(await Promise.all([own, ...others].map(statusOf))).toEqual([200, 401, 401]);
    expect(await list(own)).toMatchObject({ totalCount: 1, list: [{ isCurrent: true }] });
    expect((await end(own, "/user/sessions")).status).toBe(204);
  });

  test("[AU-14] lists the newest 100 sessions and the total number, without expired ones", async () => {
    const { userId, userName } = await makeUser(api);
    const as = await api.signedIn(userName);
    await owned(sql`
      insert into secrets (secret_hash, tenant_id, user_id, expires_on, last_used_on)
      select 'many' || n || ${userId}::text, u.tenant_id, u.user_id, now() + case when n > 240 then interval '-1 s' else interval '1 h' end,
        now() - make_interval(mins => n) - case when n > 230 then interval '13 h' else '0' end
      from users u, generate_series(1, 250) n where u.user_id = ${userId}`);
    const { totalCount, list: shown } = await list(as);
    expect([totalCount, shown.length, shown[0].isCurrent]).toEqual([231, 100, true]);
    const times = shown.slice(1).map(({ lastUsedOn }: { lastUsedOn: string }) => lastUsedOn);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test("[AU-14] [HI-01] the history records sessions ended by an administrator", async () => {
    const { userId, userName } = await makeUser(api);
    const [one = "", two = "", three = ""] = await signedIn(userName, 3);
    const helper: Person = await personWith(api, editing, { firstName: "Helga", lastName: "Helper" });
    const path = `/users/${userId}/sessions`;
    expect(await list(helper.as, path)).toMatchObject({
      totalCount: 3,
      list: Array(3).fill({ isCurrent: false }),
    });
    expect((await end(helper.as, `${path}/${await currentId(one)}`)).status).toBe(204);
    expect(await Promise.all([one, two, three].map(statusOf))).toEqual([401, 200, 200]);
    expect((await end(helper.as, path)).status).toBe(204);
    expect(await Promise.all([two, three, helper.as].map(statusOf))).toEqual([401, 401, 200]);
    const { rows } = await owned(sql`
      select changed_by_name as by, current from history where record_id = ${userId} and type = 'UserSessionsEnded'
      order by history_id`);
    expect(rows).toEqual([
      { by: "Helga Helper", current: { sessions: 1 } },
      { by: "Helga Helper", current: { sessions: 2 } },
    ]);
  });
});

describeApi(
  "sessions of several tenants",
  (api) => {
    test("[AU-14] a tenant neither sees nor ends another's sessions of the same account", async () => {
      const there = await personWith(api, editing, { tenant: unique("t") });
      const here = await makeUser(api, { tenant: "main" });
      const as = await api.signedIn(here.userName, "main");
      const { body } = await api.request("/main/user/sessions", { as });
      const { rows } = await api.connection.transaction("owner", (db) =>
        db.execute<{ identifier: string }>(sql`
          select identifier from tenants join users using (tenant_id) where user_id = ${there.userId}`),
      );
      const path = `/${rows[0]?.identifier}/users/${here.userId}/sessions`;
      expect((await api.request(path, { as: there.as })).status).toBe(404);
      for (const each of [path, `${path}/${body.list[0].sessionId}`])
        expect((await api.request(each, { method: "DELETE", as: there.as })).status).toBe(404);
      expect((await api.request("/main/user", { as })).status).toBe(200);
    });
  },
  { multiTenancy: true },
);

const provider = await startProvider("main");
afterAll(() => provider.stop());
const oidc = { issuer: provider.issuer, audience: "hub" };

describeApi(
  "sessions with a provider",
  (api) => {
    const owned = <Row extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
      api.connection.transaction("owner", (db) => db.execute<Row>(statement));
    const linked = async () => {
      const email = `${unique("p")}@example.com`;
      const { userId } = await makeUser(api, { email });
      const bearer = await provider.bearer({
        sub: unique("s"),
        email,
        email_verified: true,
        sid: "one sign-on",
      });
      return { userId, bearer };
    };
    const get = (as: string, session?: string, path = "/user", given = {}) =>
      api.request(path, {
        as,
        headers: { ...(session && { "x-web-session": session }), "user-agent": chrome },
        ...given,
      });

    test("[AU-14] sessions that web processes name are listed, and end with all their tokens", async () => {
      const { bearer, userId } = await linked();
      for (const name of ["first", "second", "first", "second"])
        expect((await get(bearer, name)).status).toBe(200);
      const { body } = await get(bearer, "first", "/user/sessions");
      expect(body).toMatchObject({
        totalCount: 2,
        list: [{ isCurrent: true, browser: "Chrome", system: "Windows" }, { isCurrent: false }],
      });
      expect(
        (await get(bearer, "second", `/user/sessions/${body.list[1].sessionId}`, { method: "DELETE" }))
          .status,
      ).toBe(204);
      const ended = await get(bearer, "second");
      expect([ended.status, ended.headers["x-session-ended"]]).toEqual([401, "1"]);
      expect((await get(bearer, "first")).status).toBe(200);
      // The same sign-on at the provider can begin another session.
      expect((await get(bearer, "third")).status).toBe(200);
      const { rows } = await owned(sql`
        select count(*)::int as count from history where record_id = ${userId} and type = 'UserSignedIn'`);
      expect(rows).toEqual([{ count: 3 }]);
    });

    test("[AU-14] signing out ends the session here; a forged name reaches no other user's", async () => {
      const [mine, theirs] = [await linked(), await linked()];
      await get(mine.bearer, "mine");
      await get(theirs.bearer, "theirs");
      expect((await get(theirs.bearer, "mine", "/auth", { method: "DELETE" })).status).toBe(204);
      expect((await get(mine.bearer, "mine")).status).toBe(200);
      expect((await get(mine.bearer, "mine", "/auth", { method: "DELETE" })).status).toBe(204);
      expect((await get(mine.bearer, "mine")).status).toBe(401);
      expect((await get(theirs.bearer, "theirs")).status).toBe(200);
    });

    test("[AU-14] the use of a session is written at most once a minute", async () => {
      const { bearer, userId } = await linked();
      const uses = async () =>
        (
          await owned<{ at: string }>(
            sql`select last_used_on as at from token_sessions where user_id = ${userId}`,
          )
        ).rows;
      for (const name of ["one", "other"]) await get(bearer, name);
      const before = await uses();
      for (const name of ["one", "other", "one", "other"]) await get(bearer, name);
      expect(await uses()).toEqual(before);
      await owned(
        sql`update token_sessions set last_used_on = now() - interval '2 minutes' where user_id = ${userId}`,
      );
      for (const name of ["one", "other", "one", "other"]) await get(bearer, name);
      expect(await uses()).toHaveLength(2);
      expect((await uses()).every(({ at }) => before.every((earlier) => earlier.at < at))).toBe(true);
    });
  },
  { authMode: "oidc", oidc },
);
