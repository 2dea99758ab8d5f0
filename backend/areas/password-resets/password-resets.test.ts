import { afterAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../database/sql";
import { inTenant } from "../../database/transaction";
import { makeFileStore } from "../../files/make-file-store";
import { makeMailer } from "../../mail/mailer";
import { ensureTenant } from "../../seed/tenant";
import { basic, describeApi, type TestApi } from "../../testing/api";
import { faultyFields, makeRole, makeUser, personWith, personWithout, unique } from "../../testing/factories";
import { linkIn } from "../../testing/mail";
import { startSmtp } from "../../testing/smtp";
import { sendDueResets } from "./request";

const smtp = await startSmtp();
afterAll(() => smtp.stop());
beforeEach(() => {
  smtp.behaviour = "takes";
});
const withMail = { smtpUrl: smtp.url, mailFrom: "Harbour <harbour@example.test>", appTitle: "Harbour" };
const password = "a new password";

const owned = (api: TestApi, statement: ReturnType<typeof sql>) =>
  api.connection.transaction("owner", (db) => db.execute(statement));
const mailsTo = (email: string) => smtp.mails.filter(({ headers }) => headers.get("to") === email);
const tokenOf = (link: string) => link.split("/").at(-1) ?? "";
const mailedToken = async (email: string, count = 1) => {
  await expect.poll(() => mailsTo(email).length).toBe(count);
  return tokenOf(linkIn(mailsTo(email).at(-1) as never));
};
let addresses = 0;
const newNetwork = () => {
  addresses += 1;
  return `198.51.100.${addresses}`;
};
/** From a new address each time, as addresses are limited too. */
const request = (api: TestApi, userName: string, given = {}) =>
  api.request("/password-resets", {
    method: "POST",
    body: { userName },
    address: newNetwork(),
    ...given,
  });
const look = async (api: TestApi, token: string) => (await api.request(`/password-resets/${token}`)).body;
const reset = (api: TestApi, token: string, body: object = { password }) =>
  api.request(`/password-resets/${token}`, { method: "POST", body });
const signIn = async (api: TestApi, userName: string) =>
  (await api.request("/auth", { as: basic(userName, password) })).status;
const makeMailbox = async (api: TestApi, given = {}) => {
  const email = `${unique("reset")}@example.test`;
  return { ...(await makeUser(api, { email, ...given })), email };
};

describeApi(
  "forgotten passwords",
  (api) => {
    test("[AU-13] a link sets a new password once, ends sessions and is found by name and e-mail", async () => {
      for (const property of ["userName", "email"] as const) {
        const person = await makeMailbox(api);
        const as = await api.signedIn(person.userName);
        expect((await request(api, person[property].toUpperCase())).status).toBe(204);
        const token = await mailedToken(person.email);
        expect(await look(api, token)).toMatchObject({ state: "open", userName: person.userName });
        // Opening a link changes nothing.
        expect((await api.request("/user", { as })).status).toBe(200);
        expect((await reset(api, token)).status).toBe(204);
        expect((await api.request("/user", { as })).status).toBe(401);
        expect(await signIn(api, person.userName)).toBe(200);
        expect(await look(api, token)).toEqual({ state: "used" });
        const again = await reset(api, token);
        expect([again.status, again.body.code]).toEqual([409, "passwordLinkUsed"]);
        const history = await api.request(`/users/${person.userId}/history`, { as: api.administrator });
        expect(history.body.list.map(({ type }: { type: string }) => type)).toContain("UserPasswordChanged");
      }
    });

    test("[AU-13] known and unknown accounts get the same response, and only known ones an e-mail", async () => {
      const person = await makeMailbox(api);
      // Notices of earlier resets may still arrive.
      const linkCount = () =>
        smtp.mails.filter(({ text }) => /\/password-reset\/[\w-]{43}/.test(text)).length;
      const before = linkCount();
      const responses = [await request(api, person.email), await request(api, unique("unknown"))];
      expect(responses.map(({ status, body }) => [status, body])).toEqual(
        Array(2).fill([204, responses[0]?.body]),
      );
      await mailedToken(person.email);
      await expect
        .poll(async () => (await owned(api, sql`select from password_reset_requests`)).rows)
        .toEqual([]);
      expect(linkCount()).toBe(before + 1);
    });

    test("[AU-13] requests are limited for a name, an address and an account", async () => {
      const name = unique("often");
      const statuses: number[] = [];
      for (let count = 0; count < 6; count++) statuses.push((await request(api, name)).status);
      expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
      const address = "203.0.113.77";
      for (let count = 0; count < 5; count++) await request(api, unique("other"), { address });
      expect((await request(api, unique("other"), { address })).status).toBe(429);
      const person = await makeMailbox(api);
      for (let count = 1; count <= 3; count++) {
        await request(api, person.email);
        await mailedToken(person.email, count);
      }
      await request(api, person.userName);
      await expect
        .poll(async () => (await owned(api, sql`select from password_reset_requests`)).rows)
        .toEqual([]);
      expect(mailsTo(person.email)).toHaveLength(3);
    });

    test("[AU-13] a newer link replaces the earlier one, and changes of the account end both", async () => {
      const person = await makeMailbox(api);
      await request(api, person.email);
      const first = await mailedToken(person.email);
      await request(api, person.email);
      const second = await mailedToken(person.email, 2);
      expect([await look(api, first), (await look(api, second)).state]).toEqual([
        { state: "replaced" },
        "open",
      ]);
      await owned(api, sql`update users set email = 'moved@example.test' where user_id = ${person.userId}`);
      expect(await look(api, second)).toEqual({ state: "ended" });
      expect((await reset(api, second)).status).toBe(409);
      await owned(api, sql`update users set email = ${person.email} where user_id = ${person.userId}`);
      expect([await look(api, second), (await reset(api, second)).status]).toEqual([{ state: "ended" }, 409]);
      await request(api, person.userName);
      const third = await mailedToken(person.email, 3);
      await owned(
        api,
        sql`update password_reset_links set expires_on = now() where user_id = ${person.userId}`,
      );
      expect(await look(api, third)).toEqual({ state: "expired" });
      expect((await reset(api, "unknown")).status).toBe(404);
    });

    test("[AU-13] of concurrent uses of a link one succeeds", async () => {
      const person = await makeMailbox(api);
      await request(api, person.email);
      const token = await mailedToken(person.email);
      const statuses = await Promise.all(
        Array.from({ length: 4 }, async () => (await reset(api, token)).status),
      );
      expect(statuses.toSorted()).toEqual([204, 409, 409, 409]);
    });

    test("[AU-13] a weak password is refused on its field, and the link stays open", async () => {
      const person = await makeMailbox(api);
      await request(api, person.email);
      const token = await mailedToken(person.email);
      for (const body of [{ password: "password1234" }, { password: `${person.userName}-1` }]) {
        const refused = await reset(api, token, body);
        expect([refused.status, faultyFields(refused.body)]).toEqual([400, ["password"]]);
      }
      const differs = await reset(api, token, { password, passwordRepeat: "another" });
      expect(faultyFields(differs.body)).toEqual(["passwordRepeat"]);
      expect((await reset(api, token)).status).toBe(204);
    });

    test("[AU-13] API keys end with the password unless they are kept", async () => {
      for (const endApiKeys of [true, false]) {
        const person = await makeMailbox(api);
        const as = await api.signedIn(person.userName);
        const key = `Bearer ${(await api.request("/user/create-api-key", { as })).body}`;
        await request(api, person.email);
        const token = await mailedToken(person.email);
        expect((await look(api, token)).hasApiKeys).toBe(true);
        expect((await reset(api, token, { password, endApiKeys })).status).toBe(204);
        expect((await api.request("/user", { as: key })).status).toBe(endApiKeys ? 401 : 200);
      }
    });

    test("[AU-13] an e-mail that cannot be sent leaves no link, and is sent later", async () => {
      const { config, connection } = api;
      const services = { config, connection, files: makeFileStore(config), mailer: makeMailer(config) };
      const failures: Error[] = [];
      const sendDue = () => sendDueResets(services, (error) => failures.push(error));
      const person = await makeMailbox(api);
      const tenantId = await ensureTenant(connection, "main");
      await owned(
        api,
        sql`insert into password_reset_requests (tenant_id, typed_name, language, time_zone)
          values (${tenantId}, ${person.email}, 'en', 'UTC')`,
      );
      smtp.behaviour = "putsOff";
      await sendDue();
      expect(failures).toHaveLength(1);
      const { rows } = await owned(
        api,
        sql`select from password_reset_links where user_id = ${person.userId}`,
      );
      expect(rows).toEqual([]);
      smtp.behaviour = "takes";
      await owned(api, sql`update password_reset_requests set claimed_until = now() - interval '1 second'`);
      await Promise.all([sendDue(), sendDue()]);
      expect((await look(api, await mailedToken(person.email))).state).toBe("open");
    });
  },
  withMail,
);

describeApi(
  "forgotten passwords of several tenants",
  (api) => {
    test("[AU-13] no tenant's e-mail address leads into an account that has another one elsewhere", async () => {
      const tenant = unique("t");
      const person = await makeMailbox(api, { tenant: "main" });
      const tenantId = await ensureTenant(api.connection, tenant);
      const planted = `${unique("planted")}@example.test`;
      await inTenant(api.connection, tenantId, undefined, (db) =>
        db.execute(
          sql`insert into users (user_id, user_name, email) values (${person.userId}, ${person.userName}, ${planted})`,
        ),
      );
      const ask = (userName: string) =>
        api.request(`/${tenant}/password-resets`, { method: "POST", body: { userName } });
      expect((await ask(planted)).status).toBe(204);
      await expect
        .poll(async () => (await owned(api, sql`select from password_reset_requests`)).rows)
        .toEqual([]);
      expect(mailsTo(planted)).toEqual([]);
      await owned(api, sql`update users set email = ${person.email} where user_id = ${person.userId}`);
      await ask(person.userName);
      const token = await mailedToken(person.email);
      expect((await api.request(`/main/password-resets/${token}`)).status).toBe(404);
      expect((await api.request(`/${tenant}/password-resets/${token}`)).body.state).toBe("open");
      // The address of one of the tenants has changed since.
      await owned(
        api,
        sql`update users set email = ${planted} where user_id = ${person.userId} and tenant_id <> ${tenantId}`,
      );
      expect((await api.request(`/${tenant}/password-resets/${token}`)).body).toEqual({ state: "ended" });
    });

    test("[AU-13] a link that was handed over leads into no tenant that the account joins later", async () => {
      const person = await makeUser(api, { tenant: "main" });
      const made = await api.request(`/main/users/${person.userId}/password-link`, {
        method: "PUT",
        as: api.administrator,
      });
      const url = `/main/password-resets/${tokenOf(made.body)}`;
      expect((await api.request(url)).body.state).toBe("open");
      const tenantId = await ensureTenant(api.connection, unique("t"));
      await inTenant(api.connection, tenantId, undefined, (db) =>
        db.execute(sql`insert into users (user_id, user_name) values (${person.userId}, ${person.userName})`),
      );
      expect((await api.request(url)).body).toEqual({ state: "ended" });
      expect((await api.request(url, { method: "POST", body: { password } })).status).toBe(409);
    });
  },
  { ...withMail, multiTenancy: true },
);

describeApi("links for passwords, handed over", (api) => {
  const link = (as: string, userId: string) =>
    api.request(`/users/${userId}/password-link`, { method: "PUT", as });

  test("[AU-13] without a mail server the request says who can help", async () => {
    const refused = await request(api, unique("any"));
    expect([refused.status, refused.body.code]).toEqual([403, "resetWithoutMail"]);
  });

  test("[AU-13] nobody makes a link for themselves or a user with more rights", async () => {
    const roleId = await makeRole(api, { permissions: ["RoleView_DeleteAction"] });
    const stronger = await makeUser(api, { roleIds: [roleId] });
    const helper = await personWithout(api, "RoleView_DeleteAction");
    const reader = await personWith(api, ["UserView"]);
    const refused = [
      await link(helper.as, stronger.userId),
      await link(helper.as, helper.userId),
      await link(reader.as, helper.userId),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [403, "passwordOfStronger"],
      [403, "ownPassword"],
      [403, "forbidden"],
    ]);
  });

  test("[AU-13] a link ends once the user gets a role, or the role permissions, that its maker may lack", async () => {
    const roleId = await makeRole(api, { permissions: ["RoleView_DeleteAction"] });
    const person = await makeUser(api);
    const helper = await personWithout(api, "RoleView_DeleteAction");
    const stateOf = async (made: { body: string }) => (await look(api, tokenOf(made.body))).state;
    const first = await link(helper.as, person.userId);
    expect(await stateOf(first)).toBe("open");
    const give = (path: string, body: object) =>
      api.request(path, { method: "PUT", as: api.administrator, body });
    expect((await give(`/users/${person.userId}/roles`, { roleIds: [roleId] })).status).toBe(204);
    expect(await stateOf(first)).toBe("ended");
    const setPermissions = (permissions: string) =>
      owned(api, sql`update roles set permissions = ${permissions} where role_id = ${roleId}`);
    await setPermissions("{UserView}");
    const second = await link(helper.as, person.userId);
    expect(await stateOf(second)).toBe("open");
    await setPermissions("{UserView,RoleView_DeleteAction}");
    expect(await stateOf(second)).toBe("ended");
  });

  test("[AU-13] a link ends with its maker, or their permission to make it", async () => {
    const person = await makeUser(api);
    const helper = await personWith(api, ["UserView", "UserView_EditAction"]);
    const made = await link(helper.as, person.userId);
    const state = async () => (await look(api, tokenOf(made.body))).state;
    const setActive = (isActive: boolean) =>
      owned(api, sql`update users set is_active = ${isActive} where user_id = ${helper.userId}`);
    const setPermissions = (permissions: string) =>
      owned(
        api,
        sql`update roles set permissions = ${permissions} where role_id in (
          select role_id from user_roles where user_id = ${helper.userId})`,
      );
    expect(await state()).toBe("open");
    await setActive(false);
    expect(await state()).toBe("ended");
    await setActive(true);
    expect(await state()).toBe("open");
    await setPermissions("{UserView}");
    expect(await state()).toBe("ended");
    expect((await reset(api, tokenOf(made.body))).status).toBe(409);
    await setPermissions("{UserView,UserView_EditAction}");
    expect((await reset(api, tokenOf(made.body))).status).toBe(204);
  });

  test("[AU-13] an administrator's link sets the password once, and is in the history", async () => {
    const person = await makeUser(api);
    const made = await link(api.administrator, person.userId);
    expect(made.body).toMatch(/\/password-reset\/[\w-]{43}$/);
    expect((await reset(api, tokenOf(made.body))).status).toBe(204);
    expect(await signIn(api, person.userName)).toBe(200);
    const history = await api.request(`/users/${person.userId}/history?pageLimit=-1`, {
      as: api.administrator,
    });
    const entry = history.body.list.find(({ type }: { type: string }) => type === "UserPasswordLinkCreated");
    expect(entry.changedBy).toBe("Administrator");
    const stale = await link(api.administrator, person.userId);
    await api.request(`/users?userIds=${person.userId}`, { method: "DELETE", as: api.administrator });
    expect(await look(api, tokenOf(stale.body))).toEqual({ state: "ended" });
  });
});

describeApi(
  "forgotten passwords with a provider",
  (api) => {
    test("[AU-13] there are none", async () => {
      const refused = await request(api, unique("any"));
      expect([refused.status, refused.body.code]).toEqual([403, "noPasswords"]);
    });
  },
  { authMode: "oidc" },
);
