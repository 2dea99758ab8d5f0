import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PizZip from "pizzip";
import { afterAll, expect, test } from "vitest";
import { sql } from "../../database/sql";
import { makeFileStore } from "../../files/make-file-store";
import { describeApi, type TestApi } from "../../testing/api";
import { docx, paragraph, table } from "../../testing/docx";
import { makeRole, personWith, unique, unknownId } from "../../testing/factories";
import { fillDueDocuments } from "./due-documents";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-documents-"));
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

const permissions = [
  "ReportView",
  "ReportView_LayoutSection",
  "ReportView_LayoutSection_DownloadAction",
] as const;

/** A layout of the report about users. @param more further placeholders in each row */
async function layoutOfUsers(api: TestApi, more = "") {
  const as = api.administrator;
  const { body } = await api.request("/reports", { as });
  const { reportId } = body.list.find(({ source }: { source: string }) => source === "users");
  const form = new FormData();
  form.append("reportLayoutName", unique("Layout "));
  form.append("fileName", "people");
  const file = await docx(
    paragraph("{reportName}: {rowCount}") + table(["{#rows}{rowNumber}", `{userName}${more}{/rows}`]),
  );
  form.append("file", new Blob([file as BlobPart]), "people.docx");
  const made = await api.request(`/reports/${reportId}/layouts`, { method: "POST", as, form });
  expect(made.status).toBe(200);
  const report = `/reports/${reportId}`;
  return { report, layout: `${report}/layouts/${made.body}`, documents: `${report}/documents` };
}

/** Inserts many people with a common name prefix directly. */
async function makeMany(api: TestApi, count: number): Promise<string> {
  const name = unique("many");
  // Batches keep statements within the timeout of requests.
  const atOnce = 2_500;
  for (let made = 0; made < count; made += atOnce)
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`
        with account as (
          insert into accounts (user_name)
          select ${name} || '-' || n from generate_series(${made + 1}::integer, ${Math.min(made + atOnce, count)}::integer) n
          returning user_id, user_name
        )
        insert into users (tenant_id, user_id, user_name)
        select tenant_id, user_id, user_name from account, tenants where identifier = 'main'`),
    );
  return name;
}

describeApi(
  "background documents",
  (api) => {
    const ask = (layout: string, as: string, phrase = "") =>
      api.request(`${layout}/documents`, { method: "POST", as, body: { phrase } });
    const listed = async (documents: string, as: string) => (await api.request(documents, { as })).body;
    const messages = async (as: string) =>
      (await api.request("/notifications", { as })).body.list.map(
        ({ eventMessage }: { eventMessage: string }) => eventMessage,
      );
    const fetched = (documents: string, id: string, as: string) =>
      api.app.inject({ url: `${documents}/${id}/download`, headers: { authorization: as } });
    const removed = (documents: string, id: string, as: string) =>
      api.request(`${documents}?reportDocumentIds=${id}`, { method: "DELETE", as });
    const inStore = () =>
      readdirSync(dataDirectory, { recursive: true, encoding: "utf8" }).filter((name) =>
        /report-documents.*docx$/.test(name),
      );

    test("[RP-02] [PM-02] require the permission to fill a layout, and are private", async () => {
      const { layout, documents } = await layoutOfUsers(api);
      const { as: viewer } = await personWith(api, ["ReportView", "ReportView_LayoutSection"]);
      const { as: blind } = await personWith(api, permissions);
      const { as } = await personWith(api, [...permissions, "UserView"]);
      expect((await api.request(`${layout}/documents`, { method: "POST", body: {} })).status).toBe(401);
      for (const refused of [viewer, blind]) expect((await ask(layout, refused)).status).toBe(403);
      const { body: id } = await ask(layout, as);
      expect(await listed(documents, blind)).toEqual([]);
      expect((await fetched(documents, id, api.administrator)).statusCode).toBe(404);
      expect((await removed(documents, id, api.administrator)).status).toBe(404);
      expect((await removed(documents, unknownId, as)).status).toBe(404);
      const { body: reports } = await api.request("/reports", { as });
      const another = reports.list.find(({ source }: { source: string }) => source === "roles").reportId;
      expect((await removed(`/reports/${another}/documents`, id, as)).status).toBe(404);
      await expect.poll(async () => (await listed(documents, as))[0]).toMatchObject({ state: "done" });
      expect((await removed(documents, id, as)).status).toBe(204);
      expect(await listed(documents, as)).toEqual([]);
      await expect.poll(inStore).toEqual([]);
    });

    test("[RP-02] background documents have the chosen rows in order, and show the search phrase", async () => {
      const { layout, documents } = await layoutOfUsers(api);
      const phrase = await makeMany(api, 1_100);
      const as = api.administrator;
      const chosen = { phrase, sortBy: "userName", sortDir: "desc", filters: `userName:contains:-1` };
      const { body: id } = await api.request(`${layout}/documents`, { method: "POST", as, body: chosen });
      const one = async () =>
        (await listed(documents, as)).find(
          (each: { reportDocumentId: string }) => each.reportDocumentId === id,
        );
      await expect.poll(one, { timeout: 60_000 }).toMatchObject({ state: "done", phrase });
      const file = new PizZip((await fetched(documents, id, as)).rawPayload);
      const xml = file.file("word/document.xml")?.asText() ?? "";
      const names = [...xml.matchAll(/many[^<]*/g)].map(([name]) => name);
      // 1, 10 to 19, 100 to 199 and 1000 to 1100.
      expect([names.length, names]).toEqual([212, names.toSorted().reverse()]);
      await removed(documents, id, as);
    });

    test("[RP-02] [HO-03] very many rows are filled in, and their user is notified", async () => {
      const { layout, documents } = await layoutOfUsers(api);
      const { as } = await personWith(api, [...permissions, "UserView"]);
      const phrase = await makeMany(api, 10_500);
      const waited = await api.request(`${layout}/filled?phrase=${phrase}`, { as });
      expect([waited.status, waited.body.code]).toEqual([400, "tooManyRows"]);
      const { body: id } = await ask(layout, as, phrase);
      expect((await fetched(documents, id, as)).statusCode).toBe(404);
      const one = async () => (await listed(documents, as))[0];
      await expect.poll(async () => (await one()).state, { timeout: 60_000 }).toBe("done");
      expect(await one()).toMatchObject({
        reportDocumentId: id,
        documentName: "people.docx",
        phrase,
        rowCount: 10_500,
        rowsDone: 10_500,
        fileSize: expect.any(Number),
      });
      const file = await fetched(documents, id, as);
      const xml = new PizZip(file.rawPayload).file("word/document.xml")?.asText() ?? "";
      expect(xml.match(new RegExp(`${phrase}-`, "g"))).toHaveLength(10_500);
      expect(xml).toContain("10,500");
      expect(await messages(as)).toEqual([expect.stringContaining("people.docx")]);
    }, 120_000);

    test("[RP-02] are not made after losing the permission, and their user is notified", async () => {
      const { layout, documents } = await layoutOfUsers(api);
      const roleId = await makeRole(api, { permissions: ["UserView"] });
      const person = await personWith(api, permissions, { roleIds: [roleId] });
      const { body: id } = await ask(layout, person.as);
      await expect.poll(async () => (await listed(documents, person.as))[0]).toMatchObject({ state: "done" });
      await api.request(`/roles/${roleId}/permissions`, { method: "PUT", as: api.administrator, body: [] });
      expect((await fetched(documents, id, person.as)).statusCode).toBe(403);
      // Simulates a permission removed while it waited.
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`update report_documents set finished_on = null, claimed_until = null, file_id = null
          where report_document_id = ${id}`),
      );
      await fillDueDocuments({ connection: api.connection, files: makeFileStore(api.config) });
      expect(await listed(documents, person.as)).toMatchObject([{ state: "failed", fileSize: null }]);
      expect((await messages(person.as))[0]).toContain("could not be created");
    });

    test("[RP-02] of a layout deleted meanwhile are finished, queued ones fail with a notification", async () => {
      const { report, layout, documents } = await layoutOfUsers(api);
      const { as } = await personWith(api, [...permissions, "UserView"]);
      const { body: id } = await ask(layout, as, await makeMany(api, 30_000));
      const one = async () => (await listed(documents, as))[0];
      await expect
        .poll(one, { timeout: 60_000 })
        .toMatchObject({ state: "running", rowsDone: expect.toSatisfy((count) => count > 0) });
      const layoutId = layout.slice(layout.lastIndexOf("/") + 1);
      const deleted = await api.request(`${report}/layouts?reportLayoutIds=${layoutId}`, {
        method: "DELETE",
        as: api.administrator,
      });
      expect(deleted.status).toBe(204);
      expect((await ask(layout, as)).status).toBe(404);
      await expect.poll(async () => (await one()).state, { timeout: 60_000 }).toBe("done");
      expect((await fetched(documents, id, as)).statusCode).toBe(200);
      // Simulates a wait.
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`update report_documents set finished_on = null, claimed_until = null, file_id = null
          where report_document_id = ${id}`),
      );
      await fillDueDocuments({ connection: api.connection, files: makeFileStore(api.config) });
      expect(await one()).toMatchObject({ state: "failed", fileSize: null });
      expect((await messages(as))[0]).toContain("could not be created");
    }, 120_000);

    test("[RP-02] [PM-02] require the permissions for their data when downloaded", async () => {
      const { layout, documents } = await layoutOfUsers(api, "{#roles}{roleName}{/roles}");
      const roleId = await makeRole(api, { permissions: ["UserView_RoleSection"] });
      const { as } = await personWith(api, [...permissions, "UserView"], { roleIds: [roleId] });
      const { body: id } = await ask(layout, as);
      await expect
        .poll(async () => (await listed(documents, as))[0], { timeout: 60_000 })
        .toMatchObject({ state: "done" });
      expect((await fetched(documents, id, as)).statusCode).toBe(200);
      await api.request(`/roles/${roleId}/permissions`, { method: "PUT", as: api.administrator, body: [] });
      expect((await fetched(documents, id, as)).statusCode).toBe(403);
    });

    test("[RP-02] are made once by several processes, and limited per user", async () => {
      const { layout, documents } = await layoutOfUsers(api);
      const { as, userId } = await personWith(api, [...permissions, "UserView"]);
      const before = inStore().length;
      const phrase = await makeMany(api, 300);
      // More documents than are completed during the requests.
      const asked = await Promise.all(Array.from({ length: 8 }, () => ask(layout, as, phrase)));
      const files = makeFileStore(api.config);
      await Promise.all([1, 2].map(() => fillDueDocuments({ connection: { ...api.connection }, files })));
      const { body: id } = asked.find(({ status }) => status === 200) ?? {};
      const taken = asked.filter(({ status }) => status === 200).length;
      expect(taken).toBeGreaterThanOrEqual(5);
      for (const { status, body } of asked)
        if (status !== 200) expect([status, body.code]).toEqual([409, "tooManyDocuments"]);
      const states = async () =>
        (await listed(documents, as)).map(({ state }: { state: string }) => state) as string[];
      await expect.poll(states, { timeout: 60_000 }).toEqual(Array.from({ length: taken }, () => "done"));
      expect(await messages(as)).toHaveLength(taken);
      expect(inStore()).toHaveLength(before + taken);
      // Simulates many earlier requests.
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`
          insert into report_documents (tenant_id, report_id, report_layout_file_id, document_name, user_id, phrase, language,
            time_zone, row_count, created_on, finished_on)
          select tenant_id, report_id, report_layout_file_id, 'old', user_id, '', 'en', 'UTC', 0, now() - interval '1 day', now()
          from report_documents, generate_series(1, 30) where user_id = ${userId} and report_document_id = ${id}`),
      );
      expect((await ask(layout, as, phrase)).status).toBe(200);
      const kept: string[] = (await listed(documents, as)).map(
        ({ documentName }: { documentName: string }) => documentName,
      );
      expect(kept).toHaveLength(21);
      // The oldest ones are removed.
      expect(kept.filter((name) => name !== "old")).toHaveLength(taken + 1);
      await expect.poll(async () => (await states())[0], { timeout: 60_000 }).toBe("done");
    }, 120_000);

    test("[RP-02] [HO-04] one person's many documents delay the next person by one of them", async () => {
      const { layout, documents } = await layoutOfUsers(api);
      const [many, one] = [
        await personWith(api, [...permissions, "UserView"]),
        await personWith(api, [...permissions, "UserView"]),
      ];
      const { body: id } = await ask(layout, many.as, unique("none"));
      const first = async () => (await listed(documents, many.as))[0].state;
      await expect.poll(first, { timeout: 60_000 }).toBe("done");
      // Simulates requests while none was being made.
      const wait = ({ userId }: { userId: string }, count: number, since: string) =>
        api.connection.transaction("owner", (db) =>
          db.execute(sql`
            insert into report_documents (tenant_id, report_id, report_layout_file_id, document_name, user_id, phrase, language,
              time_zone, row_count, created_on)
            select tenant_id, report_id, report_layout_file_id, 'waits', ${userId}::uuid, phrase, 'en', 'UTC', 0, now() - ${since}::interval
            from report_documents, generate_series(1, ${count}::integer) where report_document_id = ${id}`),
        );
      await wait(many, 4, "1 hour");
      await wait(one, 1, "1 minute");
      await fillDueDocuments({ connection: api.connection, files: makeFileStore(api.config) });
      const { rows } = await api.connection.transaction("owner", (db) =>
        db.execute<{ userId: string }>(sql`
          select user_id as "userId" from report_documents where document_name = 'waits' order by finished_on`),
      );
      expect(rows.map(({ userId }) => userId)).toEqual(
        [many, one, many, many, many].map(({ userId }) => userId),
      );
    }, 120_000);

    test("[RP-02] removed while being made are aborted, and leave nothing", async () => {
      const { layout, documents } = await layoutOfUsers(api);
      const { as } = await personWith(api, [...permissions, "UserView"]);
      const before = inStore().length;
      const { body: id } = await ask(layout, as, await makeMany(api, 30_000));
      // Progress is visible meanwhile.
      await expect
        .poll(async () => (await listed(documents, as))[0], { timeout: 60_000 })
        .toMatchObject({
          state: "running",
          rowsDone: expect.toSatisfy((count) => count > 0 && count < 30_000),
        });
      expect((await removed(documents, id, as)).status).toBe(204);
      const { body: next } = await ask(layout, as, unique("none"));
      const one = async () => (await listed(documents, as))[0];
      await expect
        .poll(one, { timeout: 60_000 })
        .toMatchObject({ reportDocumentId: next, state: "done", rowCount: 0 });
      expect(inStore()).toHaveLength(before + 1);
      expect(await messages(as)).toHaveLength(1);
    }, 130_000);
  },
  { dataDirectory },
);
