import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allPermissions } from "../../../lib/contract";
import type { SystemCheckResult, SystemReport } from "../../../lib/contract/system";
import { languages } from "../../../lib/preferences/preferences";
import { lastBackupFile } from "../../config/config";
import { sql } from "../../database/sql";
import { describeApi, type TestApi } from "../../testing/api";
import { makeAdministratorOf, personWith, personWithout, unique } from "../../testing/factories";
import { startSmtp, type TestSmtp } from "../../testing/smtp";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-system-"));

async function checksOf(api: TestApi, headers: Record<string, string> = {}) {
  const { status, body } = await api.request("/system/checks", { as: api.administrator, headers });
  expect(status).toBe(200);
  const { checks } = body as SystemReport;
  return new Map<string, SystemCheckResult>(checks.map((check) => [check.id, check]));
}

describeApi(
  "the checks of an installation",
  (api) => {
    test("[OP-06] [PM-02] they require their own permission", async () => {
      const lacking = await personWithout(api, "SystemView");
      expect((await api.request("/system/checks", { as: lacking.as })).status).toBe(403);
      expect((await api.request("/system/checks")).status).toBe(401);
      const { as } = await personWith(api, ["SystemView"]);
      expect((await api.request("/system/checks", { as })).status).toBe(200);
    });

    test("[OP-06] each says what it found, and what to do unless it is fine", async () => {
      const checks = await checksOf(api);
      expect([...checks.keys()]).toEqual([
        ...["version", "database", "disk", "files", "backup", "mail", "provider", "clock", "certificates"],
        ...["background", "invitations", "documents"],
      ]);
      for (const { id, title, text, state, remedy } of checks.values()) {
        expect([id, title, text].join(" ")).not.toMatch(/\w+\.\w+\.(?:text|remedy|title)|\{|undefined/);
        expect([id, state === "fine"]).toEqual([id, remedy === undefined]);
      }
      expect(checks.get("database")?.text).toMatch(api.kind === "postgres" ? /^PostgreSQL \d/ : /^Embedded/);
      expect(checks.get("version")).toMatchObject({
        state: "fine",
        text: expect.stringMatching(/schema \d{4}_/),
      });
      expect(checks.get("mail")).toMatchObject({
        state: "look",
        remedy: expect.stringContaining("SMTP_URL"),
      });
    });

    test("[OP-06] [PR-02] they are written in the reader's language", async () => {
      const titles = new Set<string>();
      for (const lang of languages) titles.add((await checksOf(api, { lang })).get("database")?.title ?? "");
      expect(titles.size).toBe(4);
      expect(titles).toContain("Datenbank");
    });

    test("[OP-06] a backup is known by the file it leaves, and is old after some days", async () => {
      const backup = async () => (await checksOf(api)).get("backup");
      expect(await backup()).toMatchObject({
        state: "look",
        remedy: expect.stringContaining("npm run backup"),
      });
      const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
      const leave = (result: object) =>
        writeFileSync(lastBackupFile({ dataDirectory }), JSON.stringify(result));
      leave({ finishedOn: daysAgo(1) });
      expect(await backup()).toMatchObject({ state: "fine", at: expect.any(String) });
      leave({ finishedOn: daysAgo(5) });
      expect(await backup()).toMatchObject({ state: "look", text: expect.stringContaining("5 days") });
      leave({ finishedOn: daysAgo(40) });
      expect(await backup()).toMatchObject({ state: "act" });
      leave({ finishedOn: daysAgo(0), error: "no space" });
      expect(await backup()).toMatchObject({ state: "act", text: expect.stringContaining("no space") });
      writeFileSync(lastBackupFile({ dataDirectory }), "{");
      expect(await backup()).toMatchObject({ state: "act", remedy: expect.any(String) });
    });

    test("[OP-06] e-mails that wait for too long are reported, with those given up first", async () => {
      const invitations = async () => (await checksOf(api)).get("invitations");
      const { status } = await api.request("/users/invite", {
        ...{ method: "POST", as: api.administrator },
        body: { email: `${unique()}@example.com`, roleIds: [] },
      });
      expect(status).toBe(200);
      const change = (set: ReturnType<typeof sql>) =>
        api.connection.transaction("hub_auth", (db) => db.execute(sql`update invitations set ${set}`));
      expect(await invitations()).toMatchObject({ state: "fine" });
      await change(sql`due_on = now() - interval '2 hours', claimed_until = now()`);
      expect(await invitations()).toMatchObject({ state: "look" });
      await change(sql`attempts = 11`);
      expect(await invitations()).toMatchObject({ state: "act", remedy: expect.stringContaining("resend") });
    });

    test("[OP-06] a schema of another version is reported with both names", async () => {
      const named = (name: string) =>
        api.connection.transaction("owner", (db) =>
          db.execute(sql`update hub.migrations set name = ${name}
            where name = (select max(name) from hub.migrations) returning name`),
        );
      const { rows } = await api.connection.transaction("owner", (db) =>
        db.execute<{ name: string }>(sql`select max(name) as name from hub.migrations`),
      );
      const current = rows[0]?.name ?? "";
      await named("9999_future");
      const found = (await checksOf(api)).get("version");
      await named(current);
      expect(found).toMatchObject({ state: "act", text: expect.stringMatching(`9999_future.*${current}`) });
    });

    test("[OP-06] operators get the checks without a user, and the facts of the process without secrets", async () => {
      process.env.SESSION_SECRET = "a-secret-that-must-not-be-seen";
      const elsewhere = { address: "10.1.2.3" };
      for (const path of ["/doctor", "/support"])
        expect((await api.request(path, elsewhere)).status).toBe(403);
      const { body } = await api.request("/doctor");
      expect(body.checks.length).toBeGreaterThan(10);
      const { body: facts, text } = await api.request("/support");
      expect(facts).toMatchObject({
        versions: { hub: body.version, node: process.versions.node },
        settings: { API_PORT: "(not set)" },
        logs: expect.any(Array),
      });
      expect(text).not.toContain("a-secret-that-must-not-be-seen");
      delete process.env.SESSION_SECRET;
    });
  },
  { dataDirectory },
);

describeApi(
  "the checks of an installation with several tenants",
  (api) => {
    test("[OP-06] [OR-03] only the host tenant sees them, and can grant the permission", async () => {
      const tenant = unique("t");
      const { as } = await makeAdministratorOf(api, tenant);
      const { as: everything } = await personWith(api, allPermissions, { tenant });
      for (const caller of [as, everything])
        expect((await api.request(`/${tenant}/system/checks`, { as: caller })).status).toBe(403);
      expect((await api.request("/main/system/checks", { as: api.administrator })).status).toBe(200);
    });
  },
  { multiTenancy: true },
);

let smtp: TestSmtp;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(async () => {
  await smtp.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

test("[OP-06] the mail server is asked without sending a mail", async () => {
  const { makeMailer } = await import("../../mail/mailer");
  const { mail } = await import("../../system/checks/mail");
  const run = (smtpUrl: string) =>
    mail.run({ mailer: makeMailer({ smtpUrl, mailFrom: "Hub <a@b.c>", dataDirectory }) } as never);
  expect(await run(smtp.url)).toMatchObject({ state: "fine" });
  expect(smtp.mails).toEqual([]);
  const unreachable = await run("smtp://user:a-password@127.0.0.1:9");
  expect(unreachable).toMatchObject({ state: "act" });
  expect(JSON.stringify(unreachable)).not.toContain("a-password");
});
