import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { administratorRoleId } from "../../database/schema";
import { sql } from "../../database/sql";
import { argon2id } from "../../queues/password";
import { basic, describeApi, type TestApi } from "../../testing/api";
import { totpOf } from "../../testing/authenticator";
import {
  faultyFields,
  makeAdministratorOf,
  makeRole,
  makeUser,
  personWith,
  personWithout,
  unique,
  unknownId,
} from "../../testing/factories";
import { lastMailTo, linkIn, mailsIn } from "../../testing/mail";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-invitations-"));
const outbox = join(dataDirectory, "outbox");

const invite = (api: TestApi, given: object, as = api.administrator, headers = {}) =>
  api.request("/users/invite", { method: "POST", as, headers, body: { roleIds: [], ...given } });
const newAddress = () => `${unique("guest")}@example.test`;
const tokenFor = (email: string) =>
  new URL(linkIn(lastMailTo(outbox, email))).pathname.split("/").at(-1) ?? "";
const person = () => ({
  userName: unique("guest"),
  firstName: "Grace",
  lastName: "Hopper",
  password: "Correct-horse-7",
});
const accept = (api: TestApi, token: string, body: object = person()) =>
  api.request(`/invitations/${token}`, { method: "POST", body });
const look = (api: TestApi, token: string) => api.request(`/invitations/${token}`);
const listed = async (api: TestApi, email: string) =>
  (await api.request(`/users/invitations?phrase=${email}`, { as: api.administrator })).body.list[0];
const owned = (api: TestApi, statement: ReturnType<typeof sql>) =>
  api.connection.transaction("owner", (db) => db.execute(statement));

describeApi(
  "invitations",
  (api) => {
    test("[PM-02] an invitation cannot give permissions that the inviter lacks", async () => {
      const helper = await personWithout(api, "RoleView_DeleteAction");
      const roleId = await makeRole(api, { permissions: ["RoleView_DeleteAction"] });
      const email = newAddress();
      const refused = await invite(api, { email, roleIds: [roleId] }, helper.as);
      expect([refused.status, refused.body.code]).toEqual([403, "permissionNotHeld"]);
      expect(await listed(api, email)).toBeUndefined();
    });

    test("[PM-05] an invitation ends with its sender's rights, says so, and another sender renews it", async () => {
      const roleId = await makeRole(api);
      const [helper, other] = [await personWithout(api), await personWithout(api)];
      const [first, second] = [newAddress(), newAddress()];
      await invite(api, { email: first, roleIds: [administratorRoleId] }, helper.as);
      await invite(api, { email: second, roleIds: [roleId] }, other.as);
      const states = async () => [(await listed(api, first)).state, (await listed(api, second)).state];
      expect(await states()).toEqual(["open", "open"]);
      await api.request(`/users?userIds=${helper.userId}`, { method: "DELETE", as: api.administrator });
      expect(await states()).toEqual(["ended", "open"]);
      expect((await look(api, tokenFor(first))).body).toEqual({ state: "revoked" });
      const refused = await accept(api, tokenFor(first));
      expect([refused.status, refused.body.code]).toEqual([409, "invitationRevoked"]);
      const ended = await api.request("/users/invitations?filters=state:oneOf:ended", {
        as: api.administrator,
      });
      expect(ended.body.list.map(({ email }: { email: string }) => email)).toEqual([first]);

      await invite(api, { email: first, roleIds: [administratorRoleId], isProceed: true });
      expect(await states()).toEqual(["open", "open"]);
      expect((await accept(api, tokenFor(first))).status).toBe(200);
      expect((await accept(api, tokenFor(second))).status).toBe(200);
    });

    test("[US-02] an invitation is an e-mail with a link that creates a user with these roles, once", async () => {
      const roleId = await makeRole(api, { roleName: unique("Guests ") });
      const email = newAddress();
      const sent = await invite(api, { email, roleIds: [roleId] });
      expect(sent.status).toBe(200);
      const mail = lastMailTo(outbox, email);
      expect(mail.headers.get("subject")).toBe("Invitation to Harbour");
      expect(linkIn(mail)).toMatch(/^https:\/\/work\.example\.test\/admin\/invitation\/[\w-]{43}$/);
      expect(mail.html).toContain(linkIn(mail));
      expect(await listed(api, email)).toMatchObject({
        email,
        state: "open",
        createdBy: "Administrator",
        roles: [{ roleId }],
      });

      const token = tokenFor(email);
      const seen = await look(api, token);
      expect(seen.body).toMatchObject({
        state: "open",
        email,
        organisation: "Harbour",
        suggestedUserName: email.split("@")[0],
      });
      const given = person();
      const accepted = await accept(api, token, given);
      expect(accepted.status).toBe(200);
      const signIn = await api.request("/auth", { as: basic(given.userName, given.password) });
      expect(signIn.status).toBe(200);
      const user = await api.request(`/users/${accepted.body}`, { as: api.administrator });
      expect(user.body).toMatchObject({
        email,
        firstName: "Grace",
        createdBy: "Administrator",
        roles: [{ roleId }],
      });
      expect(await listed(api, email)).toBeUndefined();

      expect((await look(api, token)).body).toEqual({ state: "used" });
      const again = await accept(api, token);
      expect([again.status, again.body.code]).toEqual([409, "invitationUsed"]);
      const told = await api.request("/notifications?onlyUnread=true", { as: api.administrator });
      expect(told.body.list[0].eventMessage).toBe("Grace Hopper has accepted your invitation.");
    });

    test("[US-02] of many concurrent acceptances one creates a user", async () => {
      const email = newAddress();
      await invite(api, { email });
      const token = tokenFor(email);
      const responses = await Promise.all(Array.from({ length: 6 }, () => accept(api, token)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    });

    test("[US-02] a second invitation of an address needs confirmation, and ends the earlier link", async () => {
      const email = newAddress();
      await invite(api, { email });
      const first = tokenFor(email);
      const refused = await invite(api, { email: email.toUpperCase() });
      expect([refused.status, refused.body.code]).toEqual([409, "invitationOpen"]);
      const roleId = await makeRole(api);
      const second = await invite(api, { email, roleIds: [roleId], isProceed: true });
      expect(second.status).toBe(200);
      expect((await look(api, first)).body).toEqual({ state: "replaced" });
      expect((await accept(api, first)).body.code).toBe("invitationReplaced");
      expect((await listed(api, email)).roles).toHaveLength(1);
      expect((await accept(api, tokenFor(email))).status).toBe(200);
    });

    test("[US-02] of many concurrent invitations to one address one succeeds", async () => {
      const email = newAddress();
      const responses = await Promise.all(Array.from({ length: 5 }, () => invite(api, { email })));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
      expect(mailsIn(outbox).filter(({ headers }) => headers.get("to") === email)).toHaveLength(1);
    });

    test("[US-02] a repeated request with one Idempotency-Key sends one e-mail", async () => {
      const email = newAddress();
      const headers = { "idempotency-key": unique("key") };
      const first = await invite(api, { email }, api.administrator, headers);
      const second = await invite(api, { email }, api.administrator, headers);
      expect([second.status, second.body]).toEqual([200, first.body]);
      expect(mailsIn(outbox).filter((mail) => mail.headers.get("to") === email)).toHaveLength(1);
    });

    test("[US-02] a revoked invitation is unusable and no longer listed", async () => {
      const email = newAddress();
      const { body: invitationId } = await invite(api, { email });
      const token = tokenFor(email);
      const revoke = (as?: string, ids = invitationId) =>
        api.request(`/users/invitations?invitationIds=${ids}`, { method: "DELETE", as });
      expect((await revoke((await personWithout(api, "UserView_InviteAction")).as)).status).toBe(403);
      expect((await revoke(api.administrator)).status).toBe(204);
      expect((await revoke(api.administrator)).status).toBe(404);
      expect((await revoke(api.administrator, unknownId)).status).toBe(404);
      expect((await look(api, token)).body).toEqual({ state: "revoked" });
      expect((await accept(api, token)).body.code).toBe("invitationRevoked");
      expect(await listed(api, email)).toBeUndefined();
      expect((await invite(api, { email })).status).toBe(200);
    });

    test("[US-02] an expired invitation is unusable, stays listed, and is sent again without confirmation", async () => {
      const email = newAddress();
      await invite(api, { email });
      const token = tokenFor(email);
      await owned(
        api,
        sql`update invitations set expires_on = now() - interval '1 second' where email = ${email}`,
      );
      expect((await look(api, token)).body).toEqual({ state: "expired" });
      expect((await accept(api, token)).body.code).toBe("invitationExpired");
      expect((await listed(api, email)).state).toBe("expired");
      expect((await invite(api, { email })).status).toBe(200);
      expect((await listed(api, email)).state).toBe("open");
    });

    test("[US-02] invalid input is refused on its field, and does not use the invitation up", async () => {
      const taken = await makeUser(api, { email: newAddress() });
      const wrong = [
        { email: "" },
        { email: "no address" },
        { email: "a@b.test\r\nBcc: c@d.test" },
        { email: "a@b.test, c@d.test" },
      ];
      for (const given of wrong) expect(faultyFields((await invite(api, given)).body)).toEqual(["email"]);
      expect(faultyFields((await invite(api, { email: newAddress(), roleIds: [unknownId] })).body)).toEqual([
        "roleIds",
      ]);

      const email = newAddress();
      await invite(api, { email });
      const token = tokenFor(email);
      const faults = async (changes: object) =>
        faultyFields((await accept(api, token, { ...person(), ...changes })).body);
      expect(await faults({ userName: taken.userName })).toEqual(["userName"]);
      expect(await faults({ password: "short" })).toEqual(["password"]);
      expect(await faults({ password: undefined })).toEqual(["password"]);
      expect(await faults({ firstName: " ", lastName: "" })).toEqual(["firstName", "lastName"]);
      expect((await accept(api, token)).status).toBe(200);
      expect(faultyFields((await invite(api, { email, isProceed: true })).body)).toEqual(["email"]);
    });

    test("[US-02] the address of a user is invited once they are deleted, and not before", async () => {
      const email = newAddress();
      const { userId } = await makeUser(api, { email });
      expect(faultyFields((await invite(api, { email: email.toUpperCase() })).body)).toEqual(["email"]);
      await api.request(`/users?userIds=${userId}`, { method: "DELETE", as: api.administrator });
      expect((await invite(api, { email })).status).toBe(200);
    });

    test("[US-02] an unknown link in any form is a 404", async () => {
      for (const token of ["x", "a".repeat(43), "..", "%00", "%F0%9F%92%A9", "a".repeat(90)]) {
        const seen = await look(api, token);
        expect(seen.status).toBe(404);
      }
      expect((await accept(api, "a".repeat(43))).body.code).toBe("unknownInvitation");
    });

    test("[US-02] the e-mail is in the inviter's language, and states when the link expires", async () => {
      const email = newAddress();
      await invite(api, { email }, api.administrator, { lang: "de", timezone: "Europe/Berlin" });
      const mail = lastMailTo(outbox, email);
      expect(mail.headers.get("subject")).toBe("Einladung zu Harbour");
      expect(mail.headers.get("content-language")).toBe("de");
      expect(mail.text).toMatch(/bis \d+\. \p{L}+ \d{4} um \d\d:\d\d \(Europe\/Berlin\)/u);
      expect(mail.html).toContain('<html lang="de">');
    });

    test("[US-02] a name is text in an e-mail, never mark-up, a header or a second line", async () => {
      const inviter = await personWith(api, ["UserView", "UserView_InviteAction"], {
        firstName: "<b>Eve</b>",
        lastName: 'O"Neil & <script>',
      });
      const email = newAddress();
      await invite(api, { email }, inviter.as);
      const mail = lastMailTo(outbox, email);
      expect(mail.html).toContain("&lt;b&gt;Eve&lt;/b&gt; O&quot;Neil &amp; &lt;script&gt;");
      expect(mail.html).not.toContain("<script");
      expect(mail.headers.get("to")).toBe(email);
    });

    test("[HI-01] inviter and invitee are recorded, without a link", async () => {
      const email = newAddress();
      const { body: invitationId } = await invite(api, { email });
      await accept(api, tokenFor(email));
      const { rows } = await owned(
        api,
        sql`select type, changed_by_name as "by", current::text as current from history where record_id = ${invitationId} order by changed_on`,
      );
      expect(rows).toMatchObject([
        { type: "InvitationCreated", by: "Administrator" },
        { type: "InvitationUpdated", by: "Grace Hopper" },
      ]);
      expect(JSON.stringify(rows)).not.toMatch(/[0-9a-f]{64}/);
    });

    test("[US-02] links are stored hashed, and hub_app cannot read them", async () => {
      const email = newAddress();
      await invite(api, { email });
      const { rows } = await owned(api, sql`select * from invitation_links`);
      expect(JSON.stringify(rows)).not.toContain(tokenFor(email));
      await expect(
        api.connection.transaction("hub_app", (db) =>
          db.execute(sql`select link_hash from invitation_links`),
        ),
      ).rejects.toThrow();
    });
  },
  { dataDirectory, appTitle: "Harbour", publicAddress: "https://work.example.test/admin" },
);

describeApi(
  "invitations of several tenants",
  (api) => {
    test("[OR-03] an invitation is valid and visible only in its own tenant", async () => {
      const tenant = unique("t");
      const chief = await makeAdministratorOf(api, tenant);
      const stranger = await makeAdministratorOf(api, unique("t"));
      const email = newAddress();
      const sent = await api.request(`/${tenant}/users/invite`, {
        method: "POST",
        as: chief.as,
        body: { email, roleIds: [] },
      });
      expect(sent.status).toBe(200);
      const mail = lastMailTo(outbox, email);
      expect(linkIn(mail)).toContain(`https://work.example.test/t/${tenant}/invitation/`);
      const token = tokenFor(email);
      for (const response of [
        await api.request(`/main/invitations/${token}`),
        await api.request(`/main/invitations/${token}`, { method: "POST", body: person() }),
      ])
        expect([response.status, response.body.code]).toEqual([404, "unknownInvitation"]);
      const other = (await api.request(`/main/users/invitations`, { as: api.administrator })).body.list;
      expect(other.filter((row: { email: string }) => row.email === email)).toEqual([]);
      expect((await api.request(`/${tenant}/users/invitations`, { as: stranger.as })).status).toBe(401);
      expect(
        (await api.request(`/${tenant}/invitations/${token}`, { method: "POST", body: person() })).status,
      ).toBe(200);
    });

    test("[OR-01] [US-02] the mail and its page have the organisation's name, logo and colours, inline", async () => {
      const tenant = unique("t");
      const { as } = await makeAdministratorOf(api, tenant);
      const url = `/${tenant}/organisation-settings`;
      await api.request(url, { method: "PUT", as, body: { companyName: "Quay <& Sons>" } });
      const logo = await sharp({ create: { width: 90, height: 30, channels: 3, background: "#205090" } })
        .png()
        .toBuffer();
      const form = new FormData();
      for (const [name, value] of [
        ["primary", "#b91c1c"],
        ["isDefault", "true"],
      ] as const)
        form.append(name, value);
      form.append("logo", new Blob([new Uint8Array(logo)]), "logo.png");
      expect((await api.request(`${url}/theme/Quay`, { method: "PUT", as, form })).status).toBe(200);
      const email = newAddress();
      await api.request(`/${tenant}/users/invite`, { method: "POST", as, body: { email, roleIds: [] } });
      const { headers, raw } = lastMailTo(outbox, email);
      expect(headers.get("subject")).toBe("Invitation to Quay <& Sons>");
      const plain = raw.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
      expect(plain).toContain('<img src="cid:logo" alt="Quay &lt;&amp; Sons&gt;"');
      expect(plain).toContain("background:#b91c1c;color:#ffffff");
      expect(plain).toMatch(/Content-Type: image\/webp/i);
      expect(plain).toMatch(/Content-I[dD]: <logo>/);
      const [, token = ""] = /\/invitation\/([\w-]{43})/.exec(plain) ?? [];
      const { body } = await api.request(`/${tenant}/invitations/${token}`);
      expect(body.organisation).toBe("Quay <& Sons>");
    });

    /** An account with a password in one tenant, and an invitation to another. */
    async function invitedElsewhere() {
      const [home, tenant] = [unique("t"), unique("t")];
      const [homeChief, chief] = [
        await makeAdministratorOf(api, home),
        await makeAdministratorOf(api, tenant),
      ];
      const account = { userName: unique("both"), password: "Correct-horse-7" };
      const made = await api.request(`/${home}/users/create`, {
        method: "POST",
        as: homeChief.as,
        body: { ...account, firstName: "Ada", lastName: "Both", email: "ada@home.test", roleIds: [] },
      });
      const userId: string = made.body;
      const sendInvitation = async () => {
        const email = newAddress();
        const roleIds = [await makeRole(api, { tenant, permissions: ["RoleView"] })];
        await api.request(`/${tenant}/users/invite`, {
          method: "POST",
          as: chief.as,
          body: { email, roleIds },
        });
        return { email, token: tokenFor(email) };
      };
      const join = (token: string, body: object = account) =>
        api.request(`/${tenant}/invitations/${token}/account`, { method: "POST", body });
      return { home, tenant, chief, account, userId, sendInvitation, join };
    }
    const noFailures = () => owned(api, sql`delete from sign_in_failures`);

    test("[US-02] [OR-03] the owner of an account elsewhere joins with its password, which uses the link up", async () => {
      await noFailures();
      const { home, tenant, chief, account, userId, sendInvitation, join } = await invitedElsewhere();
      const { email, token } = await sendInvitation();
      for (const wrong of [
        { ...account, password: "something else" },
        { userName: unique("nobody"), password: account.password },
      ]) {
        const refused = await join(token, wrong);
        expect([refused.status, refused.body.code]).toEqual([400, "wrongCredentials"]);
      }
      expect(faultyFields((await join(token, { userName: "", password: "" })).body)).toEqual([
        "userName",
        "password",
      ]);
      expect(
        (await api.request(`/${home}/invitations/${token}/account`, { method: "POST", body: account }))
          .status,
      ).toBe(404);

      expect((await join(token)).body).toBe(userId);
      expect((await join(token)).body.code).toBe("invitationUsed");
      const as = basic(
        account.userName,
        (await api.request(`/${tenant}/auth`, { as: basic(account.userName, account.password) })).body,
      );
      const { body } = await api.request(`/${tenant}/user`, { as });
      expect(body.profile).toMatchObject({ userId, firstName: "Ada", lastName: "Both", email });
      expect(body.userPermissions).toEqual(["RoleView"]);
      expect(body.tenants.map((one: { tenantIdentifier: string }) => one.tenantIdentifier).sort()).toEqual(
        [home, tenant].sort(),
      );
      const history = await api.request(`/${tenant}/users/${userId}/history`, { as: chief.as });
      expect(history.body.list.map(({ type }: { type: string }) => type)).toContain("UserCreated");

      // Existing users keep their roles, and the link; removed ones are restored.
      const second = await sendInvitation();
      expect((await join(second.token)).body.code).toBe("userOfTenant");
      await api.request(`/${tenant}/users?userIds=${userId}`, { method: "DELETE", as: chief.as });
      expect((await join(second.token)).body).toBe(userId);
    });

    test("[US-02] [OR-03] of accounts with one name, the one with the invitation's address joins, if free", async () => {
      const { account, sendInvitation, join } = await invitedElsewhere();
      const second = unique("t");
      const namesake = await api.request(`/${second}/users/create`, {
        method: "POST",
        as: (await makeAdministratorOf(api, second)).as,
        body: { ...account, password: "Another-horse-8", roleIds: [], email: newAddress() },
      });
      expect(namesake.status).toBe(200);
      const { token } = await sendInvitation();
      expect((await join(token, { ...account, password: "Another-horse-8" })).status).toBe(400);
      expect((await join(token)).status).toBe(200);
    });

    test("[US-02] [AU-11] an account with a second factor joins only with a code, which works once", async () => {
      await noFailures();
      const { home, tenant, account, userId, sendInvitation, join } = await invitedElsewhere();
      const own = await api.signedIn(account.userName, home);
      const put = (path: string, body: object) =>
        api.request(`/${home}/user/second-factors/${path}`, { method: "PUT", as: own, body });
      const { body: made } = await put("totp-secret", { currentPassword: account.password });
      const code = totpOf(made.secret).generate();
      const { body: codes } = await put("totp", { code });
      const { token } = await sendInvitation();
      const devices = async () =>
        (await owned(api, sql`select from known_devices where user_id = ${userId}`)).rows.length;
      const attempt = async (given?: string) => {
        const { status, body } = await api.request(`/${tenant}/invitations/${token}/account`, {
          method: "POST",
          body: { ...account, code: given },
          headers: { "x-device-next": "d".repeat(43) },
        });
        return [status, ...faultyFields(body ?? {})];
      };
      for (const wrong of [undefined, "", "123456", code, "aaaa-bbbb"])
        expect(await attempt(wrong)).toEqual([400, "code"]);
      expect(await devices()).toBe(0);
      const { rows } = await owned(api, sql`select from users where user_id = ${userId}`);
      expect(rows).toHaveLength(1);
      expect(
        (await join(token, { ...account, password: "wrong", code: codes.recoveryCodes[0] })).body.code,
      ).toBe("wrongCredentials");
      expect(await attempt(codes.recoveryCodes[0])).toEqual([200]);
      expect(await devices()).toBe(1);
      const second = await sendInvitation();
      expect(
        faultyFields((await join(second.token, { ...account, code: codes.recoveryCodes[0] })).body),
      ).toEqual(["code"]);
    });

    test("[US-02] [AU-13] a password that was changed while it was checked joins nothing", async () => {
      await noFailures();
      const { account, userId, sendInvitation, join } = await invitedElsewhere();
      const { token } = await sendInvitation();
      const verify = argon2id.verify;
      const spy = vi.spyOn(argon2id, "verify").mockImplementation(async (...given) => {
        await owned(api, sql`update accounts set password_hash = 'other' where user_id = ${userId}`);
        return verify(...given);
      });
      const refused = await join(token, account).finally(() => spy.mockRestore());
      expect([refused.status, refused.body.code]).toEqual([400, "wrongCredentials"]);
      const { rows } = await owned(api, sql`select from users where user_id = ${userId}`);
      expect(rows).toHaveLength(1);
    });

    test("[US-02] [AU-11] an account that lacks a required second factor joins only once it has one", async () => {
      await noFailures();
      const { home, account, userId, sendInvitation, join } = await invitedElsewhere();
      const { token } = await sendInvitation();
      const setPolicy = (policy: string, from: ReturnType<typeof sql>) =>
        owned(
          api,
          sql`insert into organisation_settings (tenant_id, company_name, second_factor_policy, second_factor_from)
            select tenant_id, '', ${policy}, ${from} from tenants where identifier = ${home}
            on conflict (tenant_id) do update set second_factor_policy = excluded.second_factor_policy,
              second_factor_from = excluded.second_factor_from`,
        );
      await setPolicy("everybody", sql`now()`);
      const refused = await join(token);
      expect([refused.status, refused.body.code]).toEqual([400, "secondFactorSetupNeeded"]);
      expect((await join(token, { ...account, password: "wrong" })).body.code).toBe("wrongCredentials");
      const { rows } = await owned(api, sql`select from users where user_id = ${userId}`);
      expect(rows).toHaveLength(1);
      await setPolicy("optional", sql`null`);
      expect((await join(token)).body).toBe(userId);
    });

    test("[US-02] [AU-14] a join is reported to the account's address in its other tenant alone", async () => {
      await noFailures();
      const { tenant, userId, sendInvitation, join } = await invitedElsewhere();
      const own = newAddress();
      await owned(api, sql`update users set email = ${own} where user_id = ${userId}`);
      const { email, token } = await sendInvitation();
      expect((await join(token, { userName: "x", password: "wrong" })).status).toBe(400);
      expect((await join(token)).status).toBe(200);
      const subjectsTo = (address: string) =>
        mailsIn(outbox)
          .filter(({ headers }) => headers.get("to") === address)
          .map(({ headers, text }) => [headers.get("subject"), text]);
      await expect
        .poll(() => subjectsTo(own).filter(([subject]) => subject?.includes("joined another organisation")))
        .toEqual([[expect.any(String), expect.stringMatching(new RegExp(`to join ${tenant}`, "i"))]]);
      expect(subjectsTo(email)).toHaveLength(1);
    });

    const from = (address: string, headers = {}) => ({
      address,
      headers: { "x-request-id": "same", ...headers },
    });

    test("[US-02] passwords guessed at an invitation throttle its name, but no sign-in and no known device", async () => {
      await noFailures();
      const { home, tenant, account, sendInvitation } = await invitedElsewhere();
      const { token } = await sendInvitation();
      const join = (password: string, place: ReturnType<typeof from>) =>
        api.request(`/${tenant}/invitations/${token}/account`, {
          method: "POST",
          body: { ...account, password },
          ...place,
        });
      const device = "e".repeat(43);
      const signIn = (place: ReturnType<typeof from>) =>
        api.request(`/${home}/auth`, { as: basic(account.userName, account.password), ...place });
      expect((await signIn(from("203.0.113.1", { "x-device-next": device }))).status).toBe(200);
      for (let count = 1; count <= 5; count += 1)
        expect((await join("wrong", from(`198.51.100.${count}`))).status).toBe(400);
      expect((await join(account.password, from("198.51.100.9"))).status).toBe(429);
      expect((await signIn(from("198.51.100.9"))).status).toBe(200);
      // A success with the account clears no name.
      expect((await join(account.password, from("198.51.100.9"))).status).toBe(429);
      expect((await join(account.password, from("203.0.113.1", { "x-device": device }))).status).toBe(200);
    });

    test("[AU-02] [US-02] neither a join nor a sign-in after it reveals a name of another tenant", async () => {
      const { home, tenant, account, sendInvitation } = await invitedElsewhere();
      const { token } = await sendInvitation();
      const seen: unknown[][] = [];
      for (const userName of [account.userName, unique("nobody")]) {
        const signIn = (address: string) =>
          api.request(`/${home}/auth`, { as: basic(userName, "wrong"), ...from(address) });
        const join = (address: string) => {
          const body = { userName, password: "wrong" };
          return api.request(`/${tenant}/invitations/${token}/account`, {
            method: "POST",
            body,
            ...from(address),
          });
        };
        const answers = [];
        for (const [guess, probe] of [
          [signIn, join],
          [join, signIn],
        ] as const) {
          await noFailures();
          for (let count = 1; count <= 5; count += 1) await guess(`198.51.100.${count}`);
          const { status, text } = await probe("203.0.113.1");
          answers.push(status, text);
        }
        seen.push(answers);
      }
      expect(seen[0]).toEqual(seen[1]);
      expect([seen[0]?.[0], seen[0]?.[2]]).toEqual([429, 401]);
    });
  },
  {
    dataDirectory,
    multiTenancy: true,
    publicAddress: "https://work.example.test",
    publicTenantPath: "/t/{tenant}",
  },
);

describeApi(
  "invitations where people sign in with a provider",
  (api) => {
    test("[US-02] [AU-01] the account has no password, and is found by the address that the provider confirms", async () => {
      const email = newAddress();
      await invite(api, { email });
      const { password: _, ...given } = person();
      const accepted = await accept(api, tokenFor(email), { ...given, password: "Correct-horse-7" });
      expect(accepted.status).toBe(200);
      const { rows } = await owned(
        api,
        sql`select a.password_hash as hash, u.email from accounts a join users u using (user_id) where user_id = ${accepted.body}`,
      );
      expect(rows).toEqual([{ hash: null, email }]);
      const second = newAddress();
      await invite(api, { email: second });
      const { password: __, ...without } = person();
      expect((await accept(api, tokenFor(second), without)).status).toBe(200);
      const joined = await api.request(`/invitations/${"a".repeat(43)}/account`, {
        method: "POST",
        body: { userName: "admin", password: "x" },
      });
      expect([joined.status, joined.body.code]).toEqual([403, "noPasswords"]);
    });

    test("[US-02] [AU-01] an address that is a user's by now gets no second user, and the invitation stays open", async () => {
      const email = newAddress();
      await invite(api, { email });
      const { userId } = await makeUser(api, { email: email.toUpperCase() });
      const { password: _, ...given } = person();
      const refused = await accept(api, tokenFor(email), given);
      expect([refused.status, refused.body.code]).toEqual([400, "userOfTenant"]);
      const { rows } = await owned(
        api,
        sql`select user_id as "userId" from users where lower(email) = ${email}`,
      );
      expect(rows).toEqual([{ userId }]);
      expect((await listed(api, email)).state).toBe("open");
      await api.request(`/users?userIds=${userId}`, { method: "DELETE", as: api.administrator });
      expect((await accept(api, tokenFor(email), given)).status).toBe(200);
    });
  },
  { dataDirectory, authMode: "oidc" },
);
