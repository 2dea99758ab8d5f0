import { expect, test } from "vitest";
import { removeExpired } from "../database/housekeeping";
import { sql } from "../database/sql";
import { describeApi } from "../testing/api";
import { makeUser, unique } from "../testing/factories";

describeApi("a removed user", (api) => {
  const ask = async (as: string, language = "en") => {
    const { status, body } = await api.request("/user", { as, headers: { lang: language } });
    return [status, body.code, body.message];
  };
  const remove = (userId: string) =>
    api.request(`/users?userIds=${userId}`, { method: "DELETE", as: api.administrator });

  test("[AU-05] is informed in their session, and their API keys are unknown", async () => {
    const { userId, userName } = await makeUser(api);
    const as = await api.signedIn(userName);
    const { body: key } = await api.request("/user/create-api-key", { as });
    expect((await ask(`Bearer ${key}`))[0]).toBe(200);
    expect((await remove(userId)).status).toBe(204);
    expect((await ask(as)).slice(0, 2)).toEqual([401, "accountRemoved"]);
    expect((await ask(as, "de"))[2]).toBe("Ihr Konto hier wurde entfernt.");
    expect((await ask(`Bearer ${key}`)).slice(0, 2)).toEqual([401, "unauthorized"]);
    expect((await ask(`${as.slice(0, -8)}AAAAAAA=`)).slice(0, 2)).toEqual([401, "unauthorized"]);
    // A session that ended otherwise does not report it.
    const other = await makeUser(api);
    const ended = await api.signedIn(other.userName);
    await api.request("/auth", { method: "DELETE", as: ended });
    await remove(other.userId);
    expect((await ask(ended)).slice(0, 2)).toEqual([401, "unauthorized"]);
  });

  test("[AU-05] cannot use an old session after being restored, and is forgotten after a week", async () => {
    const { userId, userName } = await makeUser(api, { userName: unique("back") });
    const as = await api.signedIn(userName);
    await remove(userId);
    await removeExpired(api.connection);
    expect((await ask(as)).slice(0, 2)).toEqual([401, "accountRemoved"]);
    const change = (on: string) =>
      api.connection.transaction("owner", (db) =>
        db.execute(sql`update users set archived_on = ${sql.raw(on)} where user_id = ${userId}`),
      );
    await change("null");
    expect((await ask(as)).slice(0, 2)).toEqual([401, "unauthorized"]);
    await change("now() - interval '8 days'");
    await removeExpired(api.connection);
    expect((await ask(as)).slice(0, 2)).toEqual([401, "unauthorized"]);
  });
});
