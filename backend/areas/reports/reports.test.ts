import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PizZip from "pizzip";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { allPermissions } from "../../../lib/contract";
import { reportSources } from "../../../lib/contract/report-sources";
import { buildApp } from "../../app";
import { sql } from "../../database/sql";
import { describeApi, type TestApi } from "../../testing/api";
import { docx, paragraph, table } from "../../testing/docx";
import {
  faultyFields,
  makeRole,
  makeUser,
  personWith,
  personWithout,
  unique,
  unknownId,
} from "../../testing/factories";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-reports-"));
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));
/** All files in the store. */
const stored = () =>
  readdirSync(dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

interface Sent {
  name?: string;
  bytes: Uint8Array | string;
  fields?: Record<string, string>;
  as?: string;
  headers?: Record<string, string>;
}

const send = (api: TestApi, url: string, { name = "layout.docx", bytes, fields = {}, as, headers }: Sent) => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append("file", new Blob([bytes as BlobPart]), name);
  return api.request(url, { method: "POST", as: as ?? api.administrator, form, headers });
};

const reportIdOf = async (api: TestApi, source: string): Promise<string> => {
  const { body } = await api.request("/reports", { as: api.administrator });
  return body.list.find((report: { source: string }) => report.source === source).reportId;
};

/** Adds a layout to a report; returns its address and id. */
const add = async (api: TestApi, source: string, sent: Sent) => {
  const at = `/reports/${await reportIdOf(api, source)}/layouts`;
  const fields = { reportLayoutName: unique("Layout "), fileName: "overview", ...sent.fields };
  const response = await send(api, at, { ...sent, fields });
  expect([response.status, response.text]).toEqual([200, expect.any(String)]);
  return { at: `${at}/${response.body}`, layouts: at, id: response.body as string };
};

const raw = (api: TestApi, url: string, as = api.administrator, headers = {}) =>
  api.app.inject({ method: "GET", url, headers: { authorization: as, ...headers } });

/** The paragraphs of a filled document. */
function textsOf(file: Buffer, part = "word/document.xml"): string[] {
  const xml = new PizZip(file).file(part)?.asText() ?? "";
  return xml
    .split("</w:p>")
    .map((inner) => [...inner.matchAll(/<w:t(?:\s[^>]*)?>([^<]*)</g)].map(([, text]) => text).join(""))
    .filter(Boolean);
}

describeApi(
  "reports",
  (api) => {
    test("[RP-01] [PM-02] each action requires its own permission", async () => {
      const bytes = await docx(paragraph("{reportName}"));
      const { at, layouts, id } = await add(api, "users", { bytes });
      const report = layouts.replace("/layouts", "");
      const fields = { reportLayoutName: "x", fileName: "x" };
      const without = async (lacking: Parameters<typeof personWithout>[1]) =>
        (await personWithout(api, lacking)).as;
      const status = async (
        lacking: Parameters<typeof personWithout>[1],
        method: "GET" | "PUT" | "DELETE",
        url: string,
      ) =>
        (
          await api.request(url, {
            method,
            as: await without(lacking),
            body: method === "PUT" ? { reportName: "x" } : undefined,
          })
        ).status;
      const before = stored().length;
      expect(
        (await send(api, layouts, { bytes, fields, as: await without("ReportView_LayoutSection_AddAction") }))
          .status,
      ).toBe(403);
      expect(
        (
          await send(api, `${at}/update`, {
            bytes,
            fields,
            as: await without("ReportView_LayoutSection_EditAction"),
          })
        ).status,
      ).toBe(403);
      expect(stored()).toHaveLength(before);
      expect([
        await status("ReportView", "GET", "/reports"),
        await status("ReportView_EditAction", "PUT", report),
        await status("ReportView_LayoutSection", "GET", layouts),
        await status("ReportView_LayoutSection", "GET", at),
        await status("ReportView_LayoutSection_DownloadAction", "GET", `${at}/download`),
        await status("ReportView_LayoutSection_DownloadAction", "GET", `${layouts}/default/download`),
        await status("ReportView_LayoutSection_DownloadAction", "GET", `${at}/filled`),
        await status("ReportView_LayoutSection_DeleteAction", "DELETE", `${layouts}?reportLayoutIds=${id}`),
        // A report shows no more than the list of users.
        await status("UserView", "GET", `${at}/filled`),
      ]).toEqual(Array(9).fill(403));
    });

    test("[RP-01] every tenant has a report per source, with names in several languages; none can be added", async () => {
      const { body } = await api.request("/reports?sortBy=reportName", { as: api.administrator });
      expect(body.list.map((report: { source: string }) => report.source).sort()).toEqual([
        "attachments",
        "attributes",
        "roles",
        "users",
      ]);
      const id = await reportIdOf(api, "roles");
      const one = `/reports/${id}`;
      const german = await api.request(one, { as: api.administrator, headers: { lang: "de" } });
      expect(german.body).toMatchObject({
        reportName: "Roles",
        reportNameTranslated: "Rollen",
        layoutCount: 0,
        source: "roles",
      });
      const put = (change: object) =>
        api.request(one, { method: "PUT", as: api.administrator, body: change });
      expect(faultyFields((await put({ reportName: "" })).body)).toEqual(["reportName"]);
      const saved = await put({
        reportName: "Who may what",
        reportNameTranslation: { en: "", de: "Wer was darf" },
      });
      expect(saved.body).toMatchObject({ reportName: "Who may what", reportNameTranslated: "Who may what" });
      expect((await put({ reportName: "Roles", version: german.body.version })).status).toBe(409);
      const listed = await api.request("/reports?phrase=who may", {
        as: api.administrator,
        headers: { lang: "de" },
      });
      expect(listed.body.list).toMatchObject([{ reportId: id, reportNameTranslated: "Wer was darf" }]);
      for (const method of ["POST", "DELETE"] as const)
        expect((await api.request("/reports", { method, as: api.administrator })).status).toBe(405);
    });

    test("[RP-01] [PR-02] reports and layouts have names in all four languages, and keep omitted ones", async () => {
      const [as, id] = [api.administrator, await reportIdOf(api, "attachments")];
      const nameIn = async (lang: string) =>
        (await api.request(`/reports/${id}`, { as, headers: { lang } })).body.reportNameTranslated;
      expect(await Promise.all(["en", "de", "pl", "sr"].map(nameIn))).toEqual([
        "Attachments",
        "Anhänge",
        "Załączniki",
        "Prilozi",
      ]);
      const put = (reportNameTranslation: object) => {
        const body = { reportName: "Attachments", reportNameTranslation };
        return api.request(`/reports/${id}`, { method: "PUT", as, body });
      };
      await put({ de: "Dateien", pl: "Pliki", sr: "Datoteke" });
      // Callers with two languages leave the others unchanged.
      const { body } = await put({ en: "", de: "Alle Dateien" });
      expect(body.reportNameTranslation).toEqual({ en: "", de: "Alle Dateien", pl: "Pliki", sr: "Datoteke" });
      expect(await nameIn("pl")).toBe("Pliki");
      const bytes = await docx(paragraph("{reportName}"));
      const fields = { reportLayoutNameTranslation: '{"de":"Liste","pl":"Lista"}' };
      const { at } = await add(api, "attachments", { bytes, fields });
      const change = { reportLayoutNameTranslation: { de: "Alle" } };
      const saved = await api.request(`${at}/update`, { method: "POST", as, body: change });
      expect(saved.body.reportLayoutNameTranslation).toEqual({ en: "", de: "Alle", pl: "Lista", sr: "" });
      expect((await api.request(at, { as, headers: { lang: "pl" } })).body.reportLayoutNameTranslated).toBe(
        "Lista",
      );
      expect(textsOf((await raw(api, `${at}/filled`, as, { lang: "sr" })).rawPayload)).toEqual(["Datoteke"]);
    });

    test("[RP-01] layouts are added, listed, changed, fetched and deleted", async () => {
      const first = await docx(paragraph("{reportName} {rowCount}"));
      const name = unique("Overview ");
      const { at, layouts, id } = await add(api, "roles", {
        bytes: first,
        fields: {
          reportLayoutName: name,
          reportLayoutNameTranslation: '{"en":"","de":"Übersicht"}',
          description: "All",
        },
      });
      const list = await api.request(`${layouts}?phrase=${encodeURIComponent(name)}`, {
        as: api.administrator,
        headers: { lang: "de" },
      });
      expect(list.body).toMatchObject({
        totalCount: 1,
        list: [
          {
            reportLayoutId: id,
            reportLayoutName: name,
            reportLayoutNameTranslated: "Übersicht",
            fileName: "overview",
            fileExtension: "docx",
            fileSize: first.length,
            description: "All",
            syncVersion: 1,
            isFillable: true,
            version: 1,
          },
        ],
      });
      const fetched = await raw(api, `${at}/download`);
      expect(fetched.rawPayload.equals(first)).toBe(true);
      expect(fetched.headers["content-disposition"]).toContain('filename="overview.docx"');

      const second = await docx(paragraph("{reportName} {today}"));
      const changed = await send(api, `${at}/update`, {
        bytes: second,
        fields: { version: "1", description: "More" },
      });
      expect(changed.body).toMatchObject({
        reportLayoutName: name,
        description: "More",
        syncVersion: 2,
        version: 2,
        placeholders: ["{reportName}", "{today}"],
      });
      // Without a file the file stays.
      const renamed = await api.request(`${at}/update`, {
        method: "POST",
        as: api.administrator,
        body: { reportLayoutName: `${name} B` },
      });
      expect(renamed.body).toMatchObject({ reportLayoutName: `${name} B`, syncVersion: 2 });
      const late = await send(api, `${at}/update`, { bytes: second, fields: { version: "1" } });
      expect([late.status, late.body.code]).toEqual([409, "stale"]);
      const versions = await api.request(`${at}/versions`, { as: api.administrator });
      expect(versions.body.list).toMatchObject([
        { syncVersion: 2, added: ["{today}"], removed: ["{rowCount}"] },
        { syncVersion: 1, added: ["{reportName}", "{rowCount}"], removed: [] },
      ]);
      expect((await raw(api, `${at}/download/1`)).rawPayload.equals(first)).toBe(true);

      const history = await api.request(`${layouts.replace("/layouts", "")}/history`, {
        as: api.administrator,
      });
      expect(history.body.list.map(({ type }: { type: string }) => type).slice(0, 3)).toEqual([
        "ReportLayoutUpdated",
        "ReportLayoutUpdated",
        "ReportLayoutAdded",
      ]);
      const remove = (ids: string) =>
        api.request(`${layouts}?${ids}`, { method: "DELETE", as: api.administrator });
      expect((await remove(`reportLayoutIds=${id}&reportLayoutIds=${unknownId}`)).status).toBe(404);
      expect((await remove(`reportLayoutIds=${id}`)).status).toBe(204);
      expect((await api.request(at, { as: api.administrator })).status).toBe(404);
      expect((await raw(api, `${at}/download`)).statusCode).toBe(404);
    });

    test("[RP-01] a layout needs a name and a valid rpx or docx file", async () => {
      const layouts = `/reports/${await reportIdOf(api, "users")}/layouts`;
      const before = stored().length;
      const fields = { reportLayoutName: "x", fileName: "x" };
      const refused = async (sent: Sent) => {
        const { status, body } = await send(api, layouts, { fields, ...sent });
        return [status, body.rules?.map(({ rule }: { rule: string }) => rule) ?? body.code];
      };
      const post = (body: object) => api.request(layouts, { method: "POST", as: api.administrator, body });
      expect(faultyFields((await post({})).body)).toEqual(["reportLayoutName", "fileName"]);
      expect(faultyFields((await post(fields)).body)).toEqual(["file"]);
      expect((await post({ ...fields, file: { name: "x.docx", size: 3, type: "" } })).status).toBe(400);
      expect(await refused({ name: "x.pdf", bytes: "%PDF-" })).toEqual([400, ["fileType"]]);
      expect(await refused({ name: "x.docx", bytes: "" })).toEqual([400, ["emptyFile"]]);
      expect(await refused({ name: "x.docx", bytes: "text" })).toEqual([400, ["layoutBroken"]]);
      expect(stored()).toHaveLength(before);
      const { at } = await add(api, "users", { name: "old.rpx", bytes: "<ActiveReportsLayout/>" });
      expect((await api.request(at, { as: api.administrator })).body).toMatchObject({
        fileExtension: "rpx",
        isFillable: false,
      });
      expect((await raw(api, `${at}/filled`)).statusCode).toBe(409);
      expect((await raw(api, `${at}/download`)).body).toBe("<ActiveReportsLayout/>");
    });

    test("[RP-02] a layout is filled with rows, conditions, numbers, dates and the caller's formats", async () => {
      const mark = unique("mark");
      for (const [index, lastName] of ["Ćwik & <Sons>", "Müller", "Nowak"].entries())
        await makeUser(api, {
          lastName,
          firstName: `${mark} ${index}`,
          email: index === 1 ? "m@example.com" : "",
        });
      const bytes = await docx(
        [
          paragraph("{report", "Name}: {rowCount} / {rowCount + 1} {today | longDate}"),
          paragraph("{#rowCount > 2}many{/}{^rowCount > 2}few{/}"),
          table(
            ["Name", "Mail"],
            [
              "{#rows}{rowNumber}. {lastName | upper}",
              "{#email}<{email}>{/email}{^email}none{/email}{/rows}",
            ],
          ),
          paragraph("{#users}"),
          paragraph("{firstName}, {email | default:'no mail'}, {createdOn | date}"),
          paragraph("{/users}"),
        ].join(""),
      );
      const { at } = await add(api, "users", { bytes, fields: { fileName: "Übersicht" } });
      const { as } = await personWith(api, [
        "ReportView",
        "ReportView_LayoutSection",
        "ReportView_LayoutSection_DownloadAction",
        "UserView",
      ]);
      const settings = { shortDateFormat: "DD/MM/YYYY", longDateFormat: "LL", timezone: "Europe/Berlin" };
      expect((await api.request("/user/settings", { method: "PUT", as, body: settings })).status).toBe(204);
      const filled = await raw(api, `${at}/filled?phrase=${mark}`, as, { lang: "de" });
      expect([filled.statusCode, filled.headers["content-disposition"]]).toEqual([
        200,
        expect.stringContaining("%C3%9Cbersicht.docx"),
      ]);
      const texts = textsOf(filled.rawPayload);
      const day = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin" }).format(new Date());
      const longDay = new Intl.DateTimeFormat("de", { timeZone: "Europe/Berlin", dateStyle: "long" }).format(
        new Date(),
      );
      expect(texts).toEqual([
        `Benutzer: 3 / 4 ${longDay}`,
        "many",
        "Name",
        "Mail",
        "1. ĆWIK &amp; &lt;SONS&gt;",
        "none",
        "2. MÜLLER",
        "&lt;m@example.com&gt;",
        "3. NOWAK",
        "none",
        `${mark} 0, no mail, ${day}`,
        `${mark} 1, m@example.com, ${day}`,
        `${mark} 2, no mail, ${day}`,
      ]);
      const none = textsOf((await raw(api, `${at}/filled?phrase=${unique("nobody")}`, as)).rawPayload);
      expect(none.slice(0, 2)).toEqual([expect.stringMatching(/^Users: 0 \/ 1 /), "few"]);
    });

    test("[RP-02] [PM-02] rows are chosen and sorted as in the list, by what the caller may see", async () => {
      const [as, mark] = [api.administrator, unique("chosen")];
      const body = { attributeName: unique("Floor "), attributeTypeId: "Number" };
      const { body: attributeId } = await api.request("/attributes", { method: "POST", as, body });
      const assigned = { attributeAssignmentTypeId: "user", isRequired: false };
      const assignments = `/attributes/${attributeId}/assignments`;
      expect((await api.request(assignments, { method: "POST", as, body: assigned })).status).toBe(200);
      for (const [index, lastName] of ["Ash", "Birch", "Cedar"].entries()) {
        const { userId } = await makeUser(api, { lastName, firstName: mark });
        const value = { attributeId, attributeValue: 10 - index };
        const url = `/users/${userId}/attributes`;
        expect((await api.request(url, { method: "POST", as, body: value })).status).toBe(200);
      }
      const { at } = await add(api, "users", {
        bytes: await docx(paragraph("{#rows}{lastName} {/rows}{rowCount}")),
      });
      const filled = async (query: Record<string, string>, by = as) => {
        const asked = new URLSearchParams({ phrase: mark, ...query });
        const { statusCode, rawPayload } = await raw(api, `${at}/filled?${asked}`, by);
        return statusCode === 200 ? textsOf(rawPayload)[0] : statusCode;
      };
      const byFloor = { sortBy: `attributes.${attributeId}` };
      expect([
        await filled({}),
        await filled({ sortBy: "lastName", sortDir: "desc" }),
        await filled({ filters: "lastName:notContains:ash", sortDir: "DESC" }),
        await filled(byFloor),
        await filled({ ...byFloor, filters: `attributes.${attributeId}:atMost:9` }),
      ]).toEqual([
        "Ash Birch Cedar 3",
        "Cedar Birch Ash 3",
        "Cedar Birch 2",
        "Cedar Birch Ash 3",
        "Cedar Birch 2",
      ]);
      expect([
        await filled({ sortBy: "lastname;drop" }),
        await filled({ sortDir: "up" }),
        await filled({ filters: "shoeSize:contains:1" }),
      ]).toEqual([400, 400, 400]);
      const { as: other } = await personWithout(api, "UserView_AttributeSection");
      const hidden = { filters: `attributes.${attributeId}:atMost:9` };
      expect([await filled(byFloor, other), await filled(hidden, other)]).toEqual([403, 403]);
      expect(await filled({ sortDir: "desc" }, other)).toBe("Cedar Birch Ash 3");
      const later = (chosen: object) =>
        api.request(`${at}/documents`, { method: "POST", as: other, body: { phrase: mark, ...chosen } });
      expect([(await later(hidden)).status, (await later({ sortBy: "x" })).status]).toEqual([403, 400]);
    });

    test("[RP-02] [PM-02] a record's nested lists are in its row, for callers who may see them", async () => {
      const mark = unique("nested");
      const [auditor, keeper] = await Promise.all(
        ["Auditor", "Keeper & more"].map((name) => makeRole(api, { roleName: `${name} ${mark}` })),
      );
      await makeUser(api, { lastName: "A", firstName: mark, roleIds: [keeper, auditor] as string[] });
      await makeUser(api, { lastName: "B", firstName: mark });
      const bytes = await docx(
        [
          paragraph("{#rows}"),
          paragraph("{rowNumber} {lastName}{^roles} has none{/roles}"),
          paragraph("{#roles}"),
          // A condition in the list can use properties of the entry, the row and the report.
          paragraph("{itemNumber}. {roleName} {#lastName = 'A'}of {lastName}{#itemNumber = 2} last{/}{/}"),
          paragraph("{/roles}"),
          paragraph("{/rows}"),
        ].join(""),
      );
      const { at } = await add(api, "users", { bytes });
      expect((await api.request(at, { as: api.administrator })).body.problems).toEqual([]);
      const filled = await raw(api, `${at}/filled?phrase=${mark}`);
      expect(textsOf(filled.rawPayload)).toEqual([
        "1 A",
        `1. Auditor ${mark} of A`,
        `2. Keeper &amp; more ${mark} of A last`,
        "2 B has none",
      ]);
      const { as } = await personWithout(api, "UserView_RoleSection");
      expect((await raw(api, `${at}/filled`, as)).statusCode).toBe(403);
      expect((await api.request(`${at}/documents`, { method: "POST", as, body: {} })).status).toBe(403);
    });

    test("[RP-02] a role's permissions, users and attributes are listed in its row, in the reader's formats", async () => {
      const roleName = unique("Rolle ");
      const roleId = await makeRole(api, { roleName, permissions: ["UserView", "UserView_EditAction"] });
      await makeUser(api, { lastName: "Ćwik", firstName: "Anna", roleIds: [roleId] });
      const as = api.administrator;
      for (const [attributeTypeId, attributeValue] of [
        ["Number", 1234.5],
        ["DateTime", "2026-03-04"],
        ["Boolean", true],
      ] as const) {
        const body = { attributeName: unique(attributeTypeId), attributeTypeId };
        const { body: attributeId } = await api.request("/attributes", { method: "POST", as, body });
        const given = { attributeId, attributeValue };
        const url = `/roles/${roleId}/attributes`;
        expect((await api.request(url, { method: "POST", as, body: given })).status).toBe(200);
      }
      const bytes = await docx(
        table([
          "{#rows}{roleName}",
          "{#permissions}{permissionName} ({permissionId}); {/permissions}",
          "{#users}{lastName | upper}, {firstName}{/users}",
          "{#attributes}{attributeValue}|{/attributes}{/rows}",
        ]),
      );
      const { at } = await add(api, "roles", { bytes });
      const settings = { shortDateFormat: "DD/MM/YYYY", longDateFormat: "LL" };
      const reader = await personWith(api, allPermissions);
      await api.request("/user/settings", { method: "PUT", as: reader.as, body: settings });
      const filled = await raw(api, `${at}/filled?phrase=${encodeURIComponent(roleName)}`, reader.as, {
        lang: "de",
      });
      expect(textsOf(filled.rawPayload)).toEqual([
        roleName,
        "Benutzer (UserView); Benutzer › Bearbeiten (UserView_EditAction); ",
        "ĆWIK, Anna",
        "Ja|04/03/2026|1.234,5|",
      ]);
    });

    test("[RP-02] attributes are listed with their assignments", async () => {
      const [as, attributeName] = [api.administrator, unique("Size ")];
      const body = { attributeName, attributeTypeId: "Number" };
      const { body: attributeId } = await api.request("/attributes", { method: "POST", as, body });
      const given = { attributeAssignmentTypeId: "role", isRequired: true };
      const url = `/attributes/${attributeId}/assignments`;
      expect((await api.request(url, { method: "POST", as, body: given })).status).toBe(200);
      const bytes = await docx(
        table([
          "{#rows}{attributeName}",
          "{attributeTypeId}",
          "{#assignments}{attributeAssignmentTypeId} {isRequired}{/assignments}{/rows}",
        ]),
      );
      const { at } = await add(api, "attributes", { bytes });
      const filled = (reader: string) =>
        raw(api, `${at}/filled?phrase=${encodeURIComponent(attributeName)}`, reader);
      expect(textsOf((await filled(as)).rawPayload)).toEqual([attributeName, "Number", "role Yes"]);
      for (const name of ["AttributeView", "AttributeView_AssignmentSection"] as const)
        expect((await filled((await personWithout(api, name)).as)).statusCode).toBe(403);
    });

    test("[RP-02] notes, drawings and the title are filled too, and program data stays unchanged", async () => {
      const word = "application/vnd.openxmlformats-officedocument.wordprocessingml";
      const office = "application/vnd.openxmlformats-officedocument";
      const namespaces =
        'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:dc="http://purl.org/dc/elements/1.1/"';
      const parts = {
        "word/endnotes.xml": [
          `${word}.endnotes+xml`,
          `<w:endnotes ${namespaces}><w:endnote w:id="2">${paragraph("Note of {reportName}")}</w:endnote></w:endnotes>`,
        ],
        "word/diagrams/data1.xml": [
          `${office}.drawingml.diagramData+xml`,
          `<dataModel ${namespaces}><a:p><a:r><a:t>{rowCount} files</a:t></a:r></a:p></dataModel>`,
        ],
        "docProps/core.xml": [
          "application/vnd.openxmlformats-package.core-properties+xml",
          `<coreProperties ${namespaces}><dc:title>{reportName} of today</dc:title></coreProperties>`,
        ],
        "docProps/app.xml": [
          `${office}.extended-properties+xml`,
          "<Properties><TitlesOfParts><lpstr>{ cut off</lpstr></TitlesOfParts></Properties>",
        ],
      };
      const plain = new PizZip(await docx(paragraph("{rowCount}")));
      for (const [name, [type, xml = ""]] of Object.entries(parts)) {
        plain.file(name, `<?xml version="1.0" encoding="UTF-8"?>${xml}`);
        const types = plain.file("[Content_Types].xml")?.asText() ?? "";
        const override = `<Override PartName="/${name}" ContentType="${type}"/></Types>`;
        plain.file("[Content_Types].xml", types.replace("</Types>", override));
      }
      const { at } = await add(api, "attachments", { bytes: plain.generate({ type: "nodebuffer" }) });
      const { body } = await api.request(at, { as: api.administrator });
      expect(body.placeholders).toEqual(["{rowCount}", "{reportName}"]);
      const filled = new PizZip((await raw(api, `${at}/filled?phrase=${unique("none")}`)).rawPayload);
      const textIn = (name: string) => filled.file(name)?.asText() ?? "";
      expect(textIn("word/endnotes.xml")).toContain("Note of Attachments<");
      expect(textIn("word/diagrams/data1.xml")).toContain(">0 files<");
      expect(textIn("docProps/core.xml")).toContain(">Attachments of today<");
      expect(textIn("docProps/app.xml")).toContain(">{ cut off<");
    });

    test("[RP-02] an unknown picture stays empty, and another program's statement unchanged", async () => {
      const bytes = await docx(paragraph("a{%logo}b") + paragraph("{% if a < b %}c"));
      const { at } = await add(api, "roles", { bytes });
      const { body } = await api.request(at, { as: api.administrator });
      expect(body.problems).toMatchObject([
        { problem: "unknown", text: "{%logo}", suggestion: "{%organisation.logo}" },
        { problem: "foreign", text: "{% if a < b %}", paragraph: 2 },
        { problem: "noRows" },
      ]);
      const filled = await raw(api, `${at}/filled`);
      expect(textsOf(filled.rawPayload)).toEqual(["ab", "{% if a &lt; b %}c"]);
    });

    test("[RP-03] the default layout of each source is valid, and filled with the logo", async () => {
      const picture = await sharp({
        create: { width: 1_500, height: 500, channels: 3, background: "#3060c0" },
      })
        .png()
        .toBuffer();
      const form = new FormData();
      form.append("companyName", "Acme & Sons");
      form.append("avatar", new Blob([picture as BlobPart]), "logo.png");
      const as = api.administrator;
      expect((await api.request("/organisation-settings", { method: "PUT", as, form })).status).toBe(200);
      for (const source of reportSources) {
        const report = `/reports/${await reportIdOf(api, source)}`;
        const starter = await raw(api, `${report}/layouts/default/download`, api.administrator, {
          lang: "pl",
        });
        expect([starter.statusCode, starter.headers["content-disposition"]]).toEqual([
          200,
          expect.stringContaining(".docx"),
        ]);
        const { at } = await add(api, source, { bytes: starter.rawPayload });
        expect((await api.request(at, { as: api.administrator })).body.problems).toEqual([]);
        if (source !== "roles") continue;
        const filled = await raw(api, `${at}/filled?isPreview=true`);
        expect(filled.statusCode).toBe(200);
        expect(textsOf(filled.rawPayload).join("|")).toMatch(/Acme &amp; Sons[^{}]*$/);
        const parts = new PizZip(filled.rawPayload);
        const logo = await sharp(parts.file("word/media/hub-logo.png")?.asUint8Array()).metadata();
        // Keeps its original size for printing.
        expect([logo.format, logo.width, logo.height]).toEqual(["png", 1_500, 500]);
        expect(parts.file("word/_rels/header1.xml.rels")?.asText()).toContain("media/hub-logo.png");
        expect(parts.file("[Content_Types].xml")?.asText()).toContain('Extension="png"');
      }
    });

    test("[OR-02] [RP-02] a document has the logo of the organisation's theme, if there is one", async () => {
      const [as, url] = [api.administrator, "/organisation-settings/theme/Letters"];
      const form = new FormData();
      const values = { primary: "#0f766e", accent: "#0f766e", isDark: "false", isDefault: "true" };
      for (const [name, value] of Object.entries(values)) form.append(name, value);
      const tall = sharp({ create: { width: 50, height: 200, channels: 3, background: "#0f766e" } }).png();
      form.append("logo", new Blob([(await tall.toBuffer()) as BlobPart]), "tall.png");
      expect((await api.request(url, { method: "PUT", as, form })).status).toBe(200);
      const { at } = await add(api, "roles", { bytes: await docx(paragraph("{%organisation.logo}")) });
      const filled = await raw(api, `${at}/filled`);
      const shown = new PizZip(filled.rawPayload).file("word/media/hub-logo.png")?.asUint8Array();
      const { width = 0, height = 0 } = await sharp(shown).metadata();
      expect(height).toBeGreaterThan(3 * width);
    });

    test("[RP-03] unknown placeholders are reported with their paragraph and a suggestion", async () => {
      const bytes = await docx(
        [
          paragraph("Fine"),
          paragraph("{companyName} {organisation.citty}"),
          paragraph("{#rows}{lastname} {frstName}{/rows} {xyzzy}"),
          paragraph("{email}"),
        ].join(""),
      );
      const { at } = await add(api, "users", { bytes });
      const { body } = await api.request(at, { as: api.administrator });
      expect(body.problems).toEqual(
        [
          ["{companyName}", 2, "{organisation.companyName}"],
          ["{organisation.citty}", 2, "{organisation.city}"],
          ["{lastname}", 3, "{lastName}"],
          ["{frstName}", 3, "{firstName}"],
          ["{xyzzy}", 3, ""],
          ["{email}", 4, "{#rows}"],
        ].map(([text, paragraph, suggestion]) => ({ problem: "unknown", text, paragraph, suggestion })),
      );
      const known = await api.request(`${at.split("/layouts")[0]}/placeholders`, { as: api.administrator });
      expect(known.body).toContainEqual({ name: "lastName", kind: "text", isOfRow: true, list: "" });
      expect(known.body).toContainEqual({ name: "roleName", kind: "text", isOfRow: true, list: "roles" });
    });

    const relation = (type: string, target: string) =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/></Relationships>`;
    const rels = "word/_rels/document.xml.rels";

    test("[RP-03] a layout that cannot be filled is refused with a reason and leaves nothing behind", async () => {
      const layouts = `/reports/${await reportIdOf(api, "users")}/layouts`;
      const before = stored().length;
      const refusal = async (bytes: Buffer, lang = "en") => {
        const fields = { reportLayoutName: "x", fileName: "x" };
        const { status, body } = await send(api, layouts, { bytes, fields, headers: { lang } });
        expect(status).toBe(400);
        return body.errors.map((error: object) => Object.values(error).join(": "));
      };
      const open = await docx(paragraph("Dear") + paragraph("{reportName, hello"));
      expect(await refusal(open, "de")).toEqual([
        "file: Absatz 2: „{reportName, hello“ hat keine schließende Klammer. Meinten Sie {reportName}?",
      ]);
      // A loop that begins in a table row cannot end outside it.
      const crossed = await docx(table(["{#rows}a", "b"]) + paragraph("{/rows}"));
      expect(await refusal(crossed)).toEqual([expect.stringContaining("same table row")]);
      // Other refusals are tested in layout-package.test.ts, layout-xml.test.ts and template.test.ts.
      const picture = await docx("", { [rels]: relation("image", "http://elsewhere.example/x.png") });
      expect(await refusal(picture)).toEqual([expect.stringContaining("http://elsewhere.example/x.png")]);
      expect(await refusal(await docx("<w:p><w:r></w:p></w:r>"), "de")).toEqual([
        expect.stringMatching(/^file: Word kann .*: In word\/document.xml endet ein Tag.*<w:p><w:r><\/w:p>/),
      ]);
      expect(stored()).toHaveLength(before);
    });

    test("[RP-03] a link is accepted and listed", async () => {
      const bytes = await docx(paragraph("{reportName}"), {
        [rels]: relation("hyperlink", "https://example.com/"),
      });
      const { at } = await add(api, "users", { bytes });
      const { body } = await api.request(at, { as: api.administrator });
      const link = { problem: "link", text: "https://example.com/", paragraph: null, suggestion: "" };
      expect(body.problems).toContainEqual(link);
    });
  },
  { dataDirectory },
);

/** Echoes its input instead of a converter. */
let refusal: number | undefined;
const echo = createServer((request, response) => {
  if (refusal === undefined) request.pipe(response);
  else request.resume().on("end", () => response.writeHead(refusal ?? 500).end());
});
await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
afterAll(() => echo.close());

describeApi(
  "reports with a converter",
  (api) => {
    test("[RP-02] a filled layout is available as PDF", async () => {
      const { at } = await add(api, "roles", { bytes: await docx(paragraph("{reportName}")) });
      const made = await raw(api, `${at}/filled?format=pdf`);
      expect([made.statusCode, made.headers["content-type"], made.headers["content-disposition"]]).toEqual([
        200,
        "application/pdf",
        expect.stringContaining('filename="overview.pdf"'),
      ]);
      const sent = made.rawPayload;
      const document = sent.subarray(sent.indexOf("\r\n\r\n") + 4, sent.lastIndexOf("\r\n--"));
      expect(sent.toString("latin1")).toContain('filename="document.docx"');
      expect(textsOf(document)).toEqual(["Roles"]);
      const plain = api.app;
      const { config, connection } = api;
      api.app = await buildApp({ config: { ...config, officeConverterUrl: undefined }, connection });
      expect((await api.request(`${at}/filled?format=pdf`, { as: api.administrator })).body.code).toBe(
        "noConverter",
      );
      await api.app.close();
      api.app = plain;
    });

    test("[RP-02] more rows than fit into a PDF are refused with an alternative", async () => {
      const name = unique("many");
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`
          with account as (
            insert into accounts (user_name) select ${name} || n from generate_series(1, 2001) n returning user_id, user_name
          )
          insert into users (tenant_id, user_id, user_name)
          select tenant_id, user_id, user_name from account, tenants where identifier = 'main'`),
      );
      const { at } = await add(api, "users", { bytes: await docx(paragraph("{#rows}{/rows}{rowCount}")) });
      const refused = await api.request(`${at}/filled?format=pdf&phrase=${name}`, { as: api.administrator });
      expect([refused.status, refused.body.message]).toEqual([
        400,
        "A PDF takes at most 2,000 records, and there are more. Please create the Word document, which takes 50,000, and save it as a PDF.",
      ]);
      const made = await raw(api, `${at}/filled?phrase=${name}`);
      expect(textsOf(made.rawPayload)).toEqual(["2,001"]);
    });

    test("[RP-02] [ER-02] an unconvertible document is distinguished from a failure", async () => {
      const { at } = await add(api, "roles", { bytes: await docx(paragraph("{reportName}")) });
      const asPdf = (lang?: string) =>
        api.request(`${at}/filled?format=pdf`, {
          as: api.administrator,
          headers: lang ? { lang } : undefined,
        });
      refusal = 422;
      const { status, body } = await asPdf();
      expect([status, body.code, body.message]).toEqual([
        409,
        "unconvertible",
        "This document cannot be converted to a PDF. Download the document instead.",
      ]);
      expect((await asPdf("de")).body.message).toBe(
        "Aus diesem Dokument lässt sich kein PDF erstellen. Laden Sie stattdessen das Dokument herunter.",
      );
      refusal = 500;
      expect((await asPdf()).body.code).toBe("converterAway");
      refusal = undefined;
    });
  },
  { dataDirectory, officeConverterUrl: `http://127.0.0.1:${(echo.address() as AddressInfo).port}` },
);
