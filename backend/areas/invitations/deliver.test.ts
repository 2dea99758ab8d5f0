import { afterAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../database/sql";
import { makeFileStore } from "../../files/make-file-store";
import { makeMailer } from "../../mail/mailer";
import { describeApi, type TestApi } from "../../testing/api";
import { faultyFields, unique } from "../../testing/factories";
import { linkIn } from "../../testing/mail";
import { startSmtp } from "../../testing/smtp";
import { sendDueInvitations } from "./deliver";

const smtp = await startSmtp();
afterAll(() => smtp.stop());
beforeEach(() => {
  smtp.behaviour = "takes";
});

const newAddress = () => `${unique("guest")}@example.test`;
const invite = (api: TestApi, given: object, headers = {}) =>
  api.request("/users/invite", {
    method: "POST",
    as: api.administrator,
    headers,
    body: { roleIds: [], ...given },
  });
const mailsTo = (email: string) => smtp.mails.filter(({ headers }) => headers.get("to") === email);
const listed = async (api: TestApi, email: string) =>
  (await api.request(`/users/invitations?phrase=${email}`, { as: api.administrator })).body.list[0];
const stateOf = async (api: TestApi, link: string) =>
  (await api.request(`/invitations/${link.split("/").at(-1)}`)).body.state;

describeApi(
  "e-mails of invitations",
  (api) => {
    const sendDue = () => {
      const failures: Error[] = [];
      const { config, connection } = api;
      const files = makeFileStore(config);
      return sendDueInvitations({ config, connection, files, mailer: makeMailer(config) }, (error) =>
        failures.push(error),
      ).then(() => failures);
    };
    /** Simulates a process that ended after storing and before sending. */
    const leaveDue = (email: string) =>
      api.connection.transaction("owner", async (db) => {
        await db.execute(sql`delete from invitation_links`);
        await db.execute(sql`update invitations set due_on = now(), sent_on = null, claimed_until = now() - interval '1 second'
          where email = ${email}`);
      });

    test("[US-02] a mail server receives the e-mail, from the configured address", async () => {
      const email = newAddress();
      expect((await invite(api, { email })).status).toBe(200);
      const [mail] = mailsTo(email);
      expect(mail?.headers.get("from")).toBe("Harbour <harbour@example.test>");
      expect(await stateOf(api, linkIn(mail as never))).toBe("open");
    });

    test("[US-02] an address refused by the mail server is reported on its field, without invitation", async () => {
      smtp.behaviour = "refusesRecipient";
      const email = newAddress();
      const refused = await invite(api, { email });
      expect([refused.status, faultyFields(refused.body)]).toEqual([400, ["email"]]);
      expect(await listed(api, email)).toBeUndefined();
    });

    test("[US-02] while e-mail is down no invitation is stored, and the same request works later", async () => {
      smtp.behaviour = "putsOff";
      const email = newAddress();
      const headers = { "idempotency-key": unique("key") };
      const failed = await invite(api, { email }, headers);
      expect([failed.status, failed.body.code]).toEqual([502, "mailNotSent"]);
      expect(failed.body.message).toContain("nothing was changed");
      expect(await listed(api, email)).toBeUndefined();
      smtp.behaviour = "takes";
      expect((await invite(api, { email }, headers)).status).toBe(200);
      expect(mailsTo(email)).toHaveLength(1);
    });

    test("[US-02] an invitation that cannot be sent again stays as it was, with its link", async () => {
      const email = newAddress();
      await invite(api, { email });
      const before = await listed(api, email);
      const link = linkIn(mailsTo(email)[0] as never);
      smtp.behaviour = "putsOff";
      expect((await invite(api, { email, isProceed: true })).status).toBe(502);
      expect(await listed(api, email)).toEqual(before);
      expect(await stateOf(api, link)).toBe("open");
    });

    test("[US-02] e-mails left by an ended process are sent once, by one of several processes", async () => {
      const email = newAddress();
      await invite(api, { email });
      await leaveDue(email);
      expect((await listed(api, email)).state).toBe("unsent");
      await Promise.all([sendDue(), sendDue(), sendDue()]);
      expect(mailsTo(email)).toHaveLength(2);
      expect(await stateOf(api, linkIn(mailsTo(email)[1] as never))).toBe("open");
      expect((await listed(api, email)).state).toBe("open");
      await sendDue();
      expect(mailsTo(email)).toHaveLength(2);
    });

    test("[US-02] deferred e-mails are retried, and rejected ones are not", async () => {
      const email = newAddress();
      await invite(api, { email });
      await leaveDue(email);
      smtp.behaviour = "putsOff";
      expect(await sendDue()).toHaveLength(1);
      expect(await sendDue()).toHaveLength(0);
      await leaveDue(email);
      smtp.behaviour = "refusesRecipient";
      expect(await sendDue()).toHaveLength(1);
      const { rows } = await api.connection.transaction("owner", (db) =>
        db.execute(sql`select due_on from invitations where email = ${email}`),
      );
      expect(rows).toEqual([{ due_on: null }]);
      expect((await listed(api, email)).state).toBe("unsent");
    });
  },
  { smtpUrl: smtp.url, mailFrom: "Harbour <harbour@example.test>", appTitle: "Harbour" },
);
