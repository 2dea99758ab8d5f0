import { afterAll, beforeEach, expect, test } from "vitest";
import { sql } from "../database/sql";
import type { Connection } from "../database/transaction";
import { makeMailer } from "../mail/mailer";
import { describeApi } from "../testing/api";
import { totpOf } from "../testing/authenticator";
import { makeUser, personWith, unique } from "../testing/factories";
import { importHelpers } from "../testing/imports";
import { startSmtp } from "../testing/smtp";
import { sendDueNotices } from "./account-notice";

const smtp = await startSmtp();
afterAll(() => smtp.stop());
beforeEach(() => {
  smtp.behaviour = "takes";
});
const withMail = { smtpUrl: smtp.url, mailFrom: "Harbour <harbour@example.test>", appTitle: "Harbour" };
const password = "Correct-horse-7";

const textsTo = (email: string) =>
  smtp.mails.filter(({ headers }) => headers.get("to") === email).map(({ text }) => text);
const mailed = (email: string, ...parts: string[]) =>
  expect.poll(() => textsTo(email)).toEqual(parts.map((part) => expect.stringContaining(part)));

describeApi(
  "notices of another e-mail address or user name",
  (api) => {
    const run = (statement: ReturnType<typeof sql>) =>
      api.connection.transaction("owner", (db) => db.execute(statement));
    const mailbox = () => `${unique("box")}@example.test`;
    const made = async () => {
      const email = mailbox();
      return { ...(await makeUser(api, { email })), email };
    };
    const save = (userId: string, body: object, as = api.administrator) =>
      api.request(`/users/${userId}`, { method: "PUT", as, body });
    const stored = async (userId: string) =>
      (await run(sql`select notice from account_notices where user_id = ${userId}`)).rows;
    const sendDue = (connection: Connection = api.connection) =>
      sendDueNotices({ connection, config: api.config, mailer: makeMailer(api.config) });

    test("[AU-14] go to the earlier address, name the author, and tell nothing to the new one", async () => {
      const { userId, userName, email } = await made();
      const helper = await personWith(api, ["UserView", "UserView_EditAction"], {
        firstName: "Helga",
        lastName: "Helper",
      });
      const other = mailbox();
      expect((await save(userId, { userName, email: other }, helper.as)).status).toBe(200);
      await mailed(email, "Helga Helper has changed the e-mail address of your account");
      expect(textsTo(other)).toEqual([]);
      const renamed = unique("renamed");
      expect((await save(userId, { userName: renamed, email: other })).status).toBe(200);
      await mailed(other, `It is ${renamed} now`);
      const last = mailbox();
      expect((await save(userId, { userName, email: last })).status).toBe(200);
      await mailed(other, `It is ${renamed} now`, "has changed the e-mail address");
      await expect.poll(() => stored(userId)).toEqual([]);
    });

    test("[AU-14] go out for one's own change, but neither for a refused one nor for one of upper and lower case", async () => {
      const { userId, userName, email } = await made();
      const weaker = await personWith(api, ["UserView"]);
      expect((await save(userId, { userName, email: mailbox() }, weaker.as)).status).toBe(403);
      const taken = await made();
      expect((await save(userId, { userName: taken.userName, email: mailbox() })).status).toBe(400);
      expect((await save(userId, { userName, email: email.toUpperCase() })).status).toBe(200);
      expect(await stored(userId)).toEqual([]);
      const own = mailbox();
      const self = await personWith(api, ["UserView", "UserView_EditAction"], { email: own });
      const change = { userName: self.userName, email: mailbox() };
      expect((await save(self.userId, change, self.as)).status).toBe(200);
      await mailed(own, "has changed the e-mail address");
      expect(textsTo(email)).toEqual([]);
    });

    test("[AU-14] [TL-09] an import has one for each change, a trial none, and undoing has them too", async () => {
      const { userId, userName, email } = await made();
      const other = mailbox();
      const { begun, call } = importHelpers(api, "");
      const { importId } = await begun("users", `User ID;User name;E-mail\n${userId};${userName};${other}`, {
        as: api.administrator,
      });
      await call(importId, "dry-run", undefined, { as: api.administrator });
      await sendDue();
      expect([await stored(userId), textsTo(email)]).toEqual([[], []]);
      expect(
        (await call(importId, "run", { isAllOrNothing: false }, { as: api.administrator })).body,
      ).toMatchObject({
        run: { changed: 1 },
      });
      await mailed(email, "has changed the e-mail address");
      expect((await call(importId, "undo", undefined, { as: api.administrator })).status).toBe(200);
      await mailed(other, "has changed the e-mail address");
    });

    test("[AU-14] each is sent by one of several processes, and again while the mail server is away", async () => {
      const { userId, email } = await made();
      const inProcess = () =>
        ({ transaction: api.connection.transaction.bind(api.connection) }) as unknown as Connection;
      await run(sql`update users set email = ${mailbox()} where user_id = ${userId}`);
      await run(sql`update account_notices set changed_by_name = 'Somebody' where user_id = ${userId}`);
      smtp.behaviour = "putsOff";
      await sendDue();
      expect([await stored(userId), textsTo(email)]).toEqual([[{ notice: "emailChanged" }], []]);
      smtp.behaviour = "takes";
      await sendDue();
      expect(textsTo(email)).toEqual([]);
      await run(sql`update account_notices set claimed_until = now()`);
      await Promise.all([sendDue(inProcess()), sendDue(inProcess()), sendDue(inProcess())]);
      await mailed(email, "Somebody has changed");
      expect(await stored(userId)).toEqual([]);
    });

    test("[AU-14] a mail server that is away is tried a few times for many notices, and all go out once it is back", async () => {
      const { userId, email } = await made();
      await run(sql`insert into account_notices (tenant_id, user_id, notice, email)
        select tenant_id, user_id, 'userNameChanged', email from users, generate_series(1, 25) where user_id = ${userId}`);
      smtp.behaviour = "putsOff";
      let failures = 0;
      const mailer = makeMailer(api.config);
      await sendDueNotices({ connection: api.connection, config: api.config, mailer }, () => (failures += 1));
      expect([failures, (await stored(userId)).length]).toEqual([10, 25]);
      smtp.behaviour = "takes";
      await run(sql`update account_notices set claimed_until = now()`);
      await sendDue();
      expect([textsTo(email).length, await stored(userId)]).toEqual([25, []]);
    });
  },
  withMail,
);

describeApi(
  "notices of one's own changes",
  (api) => {
    test("[AU-11] [AU-13] [AU-14] go out for a password, recovery codes and a removed second factor", async () => {
      const userName = unique("owner");
      const email = `${userName}@example.test`;
      const body = { userName, password, email, roleIds: [] };
      await api.request("/users/create", { method: "POST", as: api.administrator, body });
      const as = await api.signedIn(userName);
      const own = (method: "PUT" | "POST", path: string, given: object) =>
        api.request(`/user/${path}`, { method, as, body: { currentPassword: password, ...given } });
      const { body: made } = await own("PUT", "second-factors/totp-secret", {});
      await own("PUT", "second-factors/totp", { code: totpOf(made.secret).generate() });
      await mailed(email, "An authenticator app was set up");
      const wrong = { currentPassword: "wrong", secondFactor: "totp" };
      expect((await own("POST", "second-factors/remove", wrong)).status).toBe(400);
      await own("PUT", "second-factors/recovery-codes", {});
      await mailed(email, "was set up", "the earlier ones no longer work");
      expect((await own("POST", "second-factors/remove", { secondFactor: "totp" })).status).toBe(204);
      await mailed(email, "was set up", "no longer work", "was removed from your account");
      const next = "four words of mine";
      expect((await own("PUT", "password", { password: next, passwordRepeat: next })).status).toBe(204);
      await mailed(email, "was set up", "no longer work", "was removed", "was changed under My account");
    });
  },
  withMail,
);
