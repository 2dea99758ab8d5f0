import { afterAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../database/sql";
import { inTenant } from "../../database/transaction";
import { ensureTenant } from "../../seed/tenant";
import { basic, describeApi, type TestApi } from "../../testing/api";
import { unique } from "../../testing/factories";
import { linkIn } from "../../testing/mail";
import { startSmtp } from "../../testing/smtp";

const smtp = await startSmtp();
afterAll(() => smtp.stop());
beforeEach(() => {
  smtp.behaviour = "takes";
});
const withMail = { smtpUrl: smtp.url, mailFrom: "Harbour <harbour@example.test>", appTitle: "Harbour" };
const password = "Correct-horse-7";
const next = "four words of mine";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";

const mailsTo = (email: string) => smtp.mails.filter(({ headers }) => headers.get("to") === email);
const mailed = (email: string, count: number) => expect.poll(() => mailsTo(email).length).toBe(count);
const tokenIn = (email: string) =>
  linkIn(mailsTo(email).at(-1) as never)
    .split("/")
    .at(-1) ?? "";
let devices = 0;
const deviceName = () => `${++devices}`.padStart(43, "d");
let networks = 0;
const network = () => `198.18.40.${++networks}`;

const helpers = (api: TestApi, prefix = "") => {
  const owned = (statement: ReturnType<typeof sql>) =>
    api.connection.transaction("owner", (db) => db.execute(statement));
  return {
    owned,
    async make() {
      const userName = unique("mailed");
      const email = `${userName}@example.test`;
      const body = { userName, password, email, roleIds: [] };
      const made = await api.request(`${prefix}/users/create`, {
        method: "POST",
        as: api.administrator,
        body,
      });
      return { userName, email, userId: String(made.body) };
    },
    signIn: (
      userName: string,
      given: { device?: string; next?: string; secret?: string; agent?: string; address?: string } = {},
    ) =>
      api.request(`${prefix}/auth`, {
        as: basic(userName, given.secret ?? password),
        address: given.address ?? "203.0.113.40",
        headers: {
          "user-agent": given.agent ?? firefox,
          ...(given.device && { "x-device": given.device }),
          ...(given.next && { "x-device-next": given.next }),
        },
      }),
    look: (token: string, headers = {}) =>
      api.request(`${prefix}/password-resets/sign-in/${token}`, { headers }),
    deny: (token: string, address = network()) =>
      api.request(`${prefix}/password-resets/sign-in/${token}`, { method: "POST", address }),
  };
};

describeApi(
  "sign-ins on new devices",
  (api) => {
    const { owned, make, signIn, look, deny } = helpers(api);

    test("[AU-14] mails the person about a new device in their language, not about a known or the first one", async () => {
      const { userName, email, userId } = await make();
      await owned(sql`insert into user_settings (tenant_id, user_id, setting_name, setting_value)
        select tenant_id, user_id, s.name, s.value from users,
          (values ('languageSymbol', 'de'), ('timezone', 'Europe/Berlin')) as s (name, value) where user_id = ${userId}`);
      const [first, second, third] = [deviceName(), deviceName(), deviceName()];
      await signIn(userName, { next: first });
      await signIn(userName, { device: first, next: second });
      expect(mailsTo(email)).toEqual([]);
      await signIn(userName, { next: third, agent: "<b>evil</b>", address: "203.0.113.41" });
      await mailed(email, 1);
      await signIn(userName, { device: third, next: deviceName() });
      await signIn(userName, { device: "x".repeat(43), next: deviceName() });
      await mailed(email, 2);
      const [unknown, known] = mailsTo(email);
      expect(unknown?.headers.get("subject")).toContain("Neue Anmeldung");
      expect(unknown?.text).toMatch(
        /unbekannten Programm von der Adresse 203\.0\.113\.41 .*\(Europe\/Berlin\)/,
      );
      expect(unknown?.raw).not.toContain("evil");
      expect(known?.text).toContain("Firefox unter Linux");
      expect(linkIn(known as never)).toMatch(/^http:\/\/localhost:3000\/password-reset\/sign-in\/[\w-]{43}$/);
    });

    test("[AU-14] mails once a week about a program without a device name, and limits mails", async () => {
      const { userName, email, userId } = await make();
      for (let count = 0; count < 4; count += 1) await signIn(userName, { agent: "curl/8.5.0" });
      await mailed(email, 1);
      expect(mailsTo(email)[0]?.text).toContain("with curl, from the address 203.0.113.40");
      for (let count = 0; count < 25; count += 1) await signIn(userName, { next: deviceName() });
      const { rows } = await owned(sql`select from sign_in_links where user_id = ${userId}`);
      expect(rows).toHaveLength(20);
      await mailed(email, 20);
    });

    test("[AU-14] opening the link changes nothing; its button ends sessions and password, once", async () => {
      const { userName, email } = await make();
      const own = basic(userName, (await signIn(userName, { next: deviceName() })).body);
      const stranger = basic(userName, (await signIn(userName, { next: deviceName() })).body);
      await mailed(email, 1);
      const token = tokenIn(email);
      for (let count = 0; count < 2; count += 1)
        expect((await look(token, { host: "evil.example" })).body).toEqual({
          ...{ state: "open", userName, address: "203.0.113.40" },
          ...{ browser: "Firefox", system: "Linux" },
        });
      for (const as of [own, stranger]) expect((await api.request("/user", { as })).status).toBe(200);

      const answers = await Promise.all(Array.from({ length: 3 }, () => deny(token)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      for (const as of [own, stranger]) expect((await api.request("/user", { as })).status).toBe(401);
      expect((await signIn(userName)).status).toBe(401);
      expect((await look(token)).body).toEqual({ state: "used" });
      expect((await deny(token)).body.code).toBe("passwordLinkUsed");

      const reset = answers.find(({ status }) => status === 200)?.body.token;
      const set = await api.request(`/password-resets/${reset}`, {
        method: "POST",
        body: { password: next },
      });
      expect(set.status).toBe(204);
      await expect.poll(() => mailsTo(email).at(-1)?.text).toContain("A new password was set");
      expect((await signIn(userName, { secret: next })).status).toBe(200);
    });

    test("[AU-14] the link works although the stranger has set another password", async () => {
      const { userName, email } = await make();
      await signIn(userName, { next: deviceName() });
      const stranger = basic(userName, (await signIn(userName, { next: deviceName() })).body);
      await mailed(email, 1);
      const token = tokenIn(email);
      const body = { currentPassword: password, password: next, passwordRepeat: next };
      expect((await api.request("/user/password", { method: "PUT", as: stranger, body })).status).toBe(204);
      expect((await deny(token)).status).toBe(200);
      expect((await api.request("/user", { as: stranger })).status).toBe(401);
      expect((await signIn(userName, { secret: next })).status).toBe(401);
    });

    test("[AU-14] [AU-11] denying a sign-in removes factors and API keys added since, and keeps earlier ones, passkeys only with the password", async () => {
      const { userName, email, userId } = await make();
      const addPasskey = (age: string) =>
        owned(sql`insert into passkeys (credential_id, user_id, name, public_key, counter, created_on)
          values (${unique("credential")}, ${userId}, ${age}, '', 0, now() - ${age}::interval)`);
      await addPasskey("1 day");
      await owned(sql`insert into recovery_codes (user_id, code_hash, created_on)
        values (${userId}, 'hash', now() - interval '1 day'), (${userId}, 'older', null), (${userId}, 'new', now())`);
      await signIn(userName, { next: deviceName() });
      const stranger = await api.signedIn(userName);
      await owned(sql`insert into sign_in_links (link_hash, tenant_id, user_id, email, user_agent, address, expires_on)
        select encode(sha256('own'::bytea), 'hex'), tenant_id, user_id, email, null, '203.0.113.40', now() + interval '1 day'
        from users where user_id = ${userId}`);
      expect((await api.request("/user/create-api-key", { as: stranger })).status).toBe(200);
      await addPasskey("0 seconds");
      await owned(
        sql`insert into totp_factors (user_id, secret, confirmed_on) values (${userId}, '', now())`,
      );
      expect((await deny("own")).status).toBe(200);
      const { rows } = await owned(sql`
        select (select array_agg(name) from passkeys where user_id = ${userId} and needs_password) as passkeys,
          exists (select from passkeys where user_id = ${userId} and not needs_password) as alone,
          exists (select from totp_factors where user_id = ${userId}) as app,
          (select array_agg(code_hash order by code_hash) from recovery_codes where user_id = ${userId}) as codes,
          exists (select from api_keys where user_id = ${userId}) as keys`);
      expect(rows).toEqual([
        { passkeys: ["1 day"], alone: false, app: false, codes: ["hash", "older"], keys: false },
      ]);
      expect(email).toContain(userName);
    });

    test("[AU-14] links expire, and end with the account or its e-mail address; unknown ones get one answer", async () => {
      const { userName, email, userId } = await make();
      for (let count = 0; count < 2; count += 1) await signIn(userName, { next: deviceName() });
      await mailed(email, 1);
      const token = tokenIn(email);
      const states = async () => [(await look(token)).body.state, (await deny(token)).body.code];
      await owned(sql`update users set email = 'other@example.test' where user_id = ${userId}`);
      expect(await states()).toEqual(["ended", "passwordLinkEnded"]);
      await owned(sql`update users set email = ${email} where user_id = ${userId}`);
      await owned(sql`update sign_in_links set expires_on = now() where user_id = ${userId}`);
      expect(await states()).toEqual(["expired", "passwordLinkExpired"]);
      await owned(
        sql`update sign_in_links set expires_on = now() + interval '1 day' where user_id = ${userId}`,
      );
      await api.request(`/users?userIds=${userId}`, { method: "DELETE", as: api.administrator });
      expect(await states()).toEqual(["ended", "passwordLinkEnded"]);
      for (const unknown of ["x".repeat(43), "short"]) {
        expect([(await look(unknown)).status, (await deny(unknown)).body.code]).toEqual([
          404,
          "unknownPasswordLink",
        ]);
      }
    });

    test("[AU-14] attempts from an address are limited, as requests for links are", async () => {
      const address = network();
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1) statuses.push((await deny("y".repeat(43), address)).status);
      expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
    });

    test("[AU-14] a mail that cannot be sent fails no sign-in", async () => {
      const { userName } = await make();
      await signIn(userName, { next: deviceName() });
      smtp.behaviour = "refusesRecipient";
      expect((await signIn(userName, { next: deviceName() })).status).toBe(200);
    });
  },
  withMail,
);

describeApi(
  "sign-ins on new devices of several tenants",
  (api) => {
    const { owned, make, signIn, look } = helpers(api, "/main");

    test("[AU-14] no link leads into an account with another address elsewhere, or from another tenant", async () => {
      const { userName, email, userId } = await make();
      for (let count = 0; count < 2; count += 1) await signIn(userName, { next: deviceName() });
      await mailed(email, 1);
      const token = tokenIn(email);
      const other = unique("t");
      const tenantId = await ensureTenant(api.connection, other);
      expect((await api.request(`/${other}/password-resets/sign-in/${token}`)).status).toBe(404);
      await inTenant(api.connection, tenantId, undefined, (db) =>
        db.execute(
          sql`insert into users (user_id, user_name, email) values (${userId}, ${userName}, 'planted@example.test')`,
        ),
      );
      expect((await look(token)).body).toEqual({ state: "ended" });
      await signIn(userName, { next: deviceName() });
      await mailed(email, 2);
      expect(mailsTo(email)[1]?.text).not.toContain("http");
      expect(mailsTo(email)[1]?.text).toContain("tell your administrator");
    });

    test("[AU-14] a device known from another tenant is reported in this one", async () => {
      const { userName, email, userId } = await make();
      await signIn(userName, { next: deviceName() });
      const other = unique("t");
      const tenantId = await ensureTenant(api.connection, other);
      await inTenant(api.connection, tenantId, undefined, (db) =>
        db.execute(sql`insert into users (user_id, user_name) values (${userId}, ${userName})`),
      );
      const [there, here, later] = [deviceName(), deviceName(), deviceName()];
      await helpers(api, `/${other}`).signIn(userName, { next: there });
      expect((await signIn(userName, { device: there, next: here })).status).toBe(200);
      await mailed(email, 1);
      await signIn(userName, { device: here, next: later });
      await signIn(userName, { device: later, next: deviceName() });
      expect(mailsTo(email)).toHaveLength(1);
    });

    test("[AU-14] a change of the account is reported to its addresses in all tenants", async () => {
      const { userName, email, userId } = await make();
      const other = unique("t");
      const tenantId = await ensureTenant(api.connection, other);
      const elsewhere = `elsewhere.${email}`;
      await inTenant(api.connection, tenantId, undefined, (db) =>
        db.execute(
          sql`insert into users (user_id, user_name, email) values (${userId}, ${userName}, ${elsewhere})`,
        ),
      );
      const changed = await api.request(`/${other}/user/password`, {
        method: "PUT",
        as: await api.signedIn(userName, other),
        body: { currentPassword: password, password: next, passwordRepeat: next },
      });
      expect(changed.status).toBe(204);
      for (const address of [email, elsewhere]) {
        await mailed(address, 1);
        expect(mailsTo(address)[0]?.headers.get("subject")).toContain("Your password");
      }
    });

    test("[AU-14] sends no mail about joining another tenant by an invitation just now", async () => {
      const { userName, email, userId } = await make();
      await signIn(userName, { next: deviceName() });
      const other = unique("t");
      const tenantId = await ensureTenant(api.connection, other);
      await inTenant(api.connection, tenantId, undefined, async (db) => {
        await db.execute(
          sql`insert into users (user_id, user_name, email) values (${userId}, ${userName}, ${email})`,
        );
        await db.execute(
          sql`insert into invitations (email, language, expires_on) values (${email}, 'en', now() + interval '1 day')`,
        );
      });
      await owned(
        sql`update invitations set accepted_on = now(), accepted_by = ${userId} where tenant_id = ${tenantId}`,
      );
      const there = helpers(api, `/${other}`);
      await there.signIn(userName, { next: deviceName() });
      expect((await owned(sql`select from sign_in_links where user_id = ${userId}`)).rows).toEqual([]);
      await there.signIn(userName, { next: deviceName() });
      await mailed(email, 1);
    });
  },
  { ...withMail, multiTenancy: true },
);
