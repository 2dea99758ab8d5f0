import { randomUUID } from "node:crypto";
import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import { sql } from "../../database/sql";
import { describeApi, type TestApi } from "../../testing/api";
import { makeUser, personWith, unique } from "../../testing/factories";
import { importHelpers } from "../../testing/imports";

const status = "/main/attachment-status";
const views = ["AttachmentStatusView"] as const;

function helpers(api: TestApi) {
  const shared = importHelpers(api, "/main");
  const statuses = async (phrase: string) =>
    (await api.request(`${status}?phrase=${phrase}&sortBy=attachmentStatusName`, { as: api.administrator }))
      .body.list;
  return { ...shared, statuses };
}

/** Every row of every table with tenants, as text. */
async function everything({ connection }: TestApi): Promise<Record<string, string>> {
  return connection.transaction("owner", async (db) => {
    const { rows: tables } = await db.execute<{ name: string }>(sql`
      select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and c.relname not in ('imports', 'import_rows', 'secrets') order by 1`);
    const all: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await db.execute<{ all: string }>(
        sql`select coalesce(string_agg(t::text, E'\n' order by t::text), '') as all from ${sql.identifier(name)} t`,
      );
      all[name] = rows[0]?.all ?? "";
    }
    return all;
  });
}

describeApi(
  "imports",
  (api) => {
    const { send, call, through, rowsOf, statuses, begun } = helpers(api);

    test("[PM-02] [TL-09] importing requires adding or changing, and imports are private", async () => {
      const csv = `Status name\n${unique("s")}\n`;
      expect((await send("attachment-status", csv, { as: "" })).status).toBe(401);
      const reader = await personWith(api, views);
      expect((await send("attachment-status", csv, { as: reader.as })).status).toBe(403);
      expect((await send("attachments", csv)).status).toBe(400);
      const { importId } = await begun("attachment-status", csv);
      const other = await personWith(api, [...views, "AttachmentStatusView_AddAction"]);
      const looks = await api.request(`/main/imports/${importId}`, { as: other.as });
      expect(looks.status).toBe(404);
      expect((await call(importId, "dry-run", undefined, other)).status).toBe(404);
      expect((await send("attachment-status", csv, { as: other.as, importId })).status).toBe(409);
    });

    test("[PM-02] [TL-09] without the permission to change, rows that change a record are refused", async () => {
      const name = unique("Known ");
      await api.request(status, {
        method: "POST",
        as: api.administrator,
        body: { attachmentStatusName: name },
      });
      const adder = await personWith(api, [...views, "AttachmentStatusView_AddAction"]);
      const csv = `Status name,Order\n${name},77\n${unique("New ")},3\n`;
      const { importId } = await begun("attachment-status", csv, { as: adder.as });
      const { run } = await through(importId, "run", { isAllOrNothing: false }, adder);
      expect(run).toMatchObject({ created: 1, changed: 0, faulty: 1 });
      const [refused] = await rowsOf(importId, "?outcome=faulty", adder.as);
      expect(refused).toMatchObject({ rowNumber: 2, error: { status: 403 } });
      // Deleting requires another permission, so created records stay.
      const undone = await call(importId, "undo", undefined, adder);
      expect(undone.body.undo).toEqual({ rows: 1, undone: 0, kept: 1 });
    });

    test("[TL-09] columns are recognized in any language, and each row's outcome is predicted", async () => {
      const [known, same, fresh] = [unique("a"), unique("b"), unique("c")];
      for (const [attachmentStatusName, sortOrder] of [
        [known, 1],
        [same, 2],
      ] as const)
        await api.request(status, {
          method: "POST",
          as: api.administrator,
          body: { attachmentStatusName, sortOrder },
        });
      const csv = [
        "name  des status;Reihenfolge;Erstellt am",
        `${known};9;x`,
        `${same.toUpperCase()};2;`,
        `${fresh};4;`,
        `${fresh};5;`,
        ";6;",
        `${unique("d")};many;`,
      ].join("\r\n");
      const { importId, columns, separator, rowCount, fields } = await begun("attachment-status", csv, {
        lang: "en",
      });
      expect(columns.map(({ field }) => field)).toEqual(["attachmentStatusName", "sortOrder", null]);
      expect([separator, rowCount]).toEqual([";", 6]);
      expect(fields.find(({ name }) => name === "sortOrder")).toEqual({
        name: "sortOrder",
        label: "Order",
        isRequired: false,
      });
      const before = await everything(api);
      const detail = await through(importId, "dry-run");
      expect(await everything(api)).toEqual(before);
      // A name in different case denotes the same record.
      expect(detail.dryRun).toEqual({ rows: 6, created: 1, changed: 2, unchanged: 0, faulty: 3 });
      const rows = await rowsOf(importId);
      expect(rows.map(({ rowNumber, outcome }) => [rowNumber, outcome])).toEqual([
        [2, "changed"],
        [3, "changed"],
        [4, "created"],
        [5, "faulty"],
        [6, "faulty"],
        [7, "faulty"],
      ]);
      expect(rows[0]).toMatchObject({ text: known, fields: ["sortOrder"] });
      const faults = rows.flatMap(
        ({ error }) =>
          error?.errors?.map(({ propertyName, errorMessage }) => [propertyName, errorMessage]) ?? [],
      );
      expect(faults).toEqual([
        ["", "Row 4 is about the same record. Please keep one of the two."],
        ["attachmentStatusName", "Please fill in this field."],
        ["sortOrder", "Please enter a number."],
      ]);
      // Without the order the first two differ only in case.
      const saved = await call(importId, "columns", { fields: ["attachmentStatusName", null, null] });
      expect(saved.body.dryRun.rows).toBe(0);
      expect((await through(importId, "dry-run")).dryRun).toMatchObject({
        created: 2,
        changed: 1,
        unchanged: 1,
        faulty: 2,
      });
      for (const [wrong, at] of [
        [["attachmentStatusName", "attachmentStatusName"], 1],
        [["nonsense"], 0],
      ] as const) {
        const refused = await call(importId, "columns", { fields: wrong });
        expect([refused.status, refused.body.errors[0].propertyName]).toEqual([400, `fields.${at}`]);
      }
    });

    test("[TL-09] an import runs once and can be undone, except for later changes by others", async () => {
      const mark = unique("m");
      const [kept, old] = [`${mark} kept`, `${mark} old`];
      for (const attachmentStatusName of [old])
        await api.request(status, {
          method: "POST",
          as: api.administrator,
          body: { attachmentStatusName, sortOrder: 1 },
        });
      const csv = `Status name\tOrder\n${old}\t8\n${kept}\t2\n${mark} gone\t3\n\t4\n`;
      const importId = randomUUID();
      const first = await begun("attachment-status", csv, { importId });
      expect(await begun("attachment-status", csv, { importId })).toEqual(first);
      await through(importId, "dry-run");
      expect((await call(importId, "run", { isAllOrNothing: true })).body.code).toBe("importFaults");
      const { run } = await through(importId, "run", { isAllOrNothing: false });
      expect(run).toEqual({ rows: 4, created: 2, changed: 1, unchanged: 0, faulty: 1 });
      expect((await call(importId, "run", { isAllOrNothing: false })).body.run).toEqual(run);
      for (const late of ["dry-run", "columns"])
        expect((await call(importId, late, { fields: [] })).body.code).toBe("importBegun");
      const now = await statuses(mark);
      expect(now.map(({ sortOrder }: { sortOrder: number }) => sortOrder)).toEqual([3, 2, 8]);
      const { attachmentStatusId } = now[1];
      await api.request(`${status}/${attachmentStatusId}`, {
        method: "PUT",
        as: api.administrator,
        body: { attachmentStatusName: kept, sortOrder: 5 },
      });
      const latest = await api.request("/main/imports?area=attachment-status", { as: api.administrator });
      expect(latest.body[0].importId).toBe(importId);
      const { body } = await call(importId, "undo");
      expect(body.undo).toEqual({ rows: 3, undone: 2, kept: 1 });
      expect((await call(importId, "undo")).body.undo).toEqual(body.undo);
      expect((await call(importId, "run", { isAllOrNothing: false })).body.code).toBe("importBegun");
      const left = await statuses(mark);
      expect(left.map(({ sortOrder }: { sortOrder: number }) => sortOrder)).toEqual([5, 1]);
      const rows = await rowsOf(importId);
      expect(rows.map(({ isUndone }) => isUndone)).toEqual([true, false, true, null]);
      expect(rows[1]?.error).toMatchObject({ code: "importChangedSince" });
    });

    test("[TL-09] all or nothing stops at an unforeseeable error", async () => {
      const mark = unique("n");
      const { importId } = await begun("attachment-status", `Status name\n${mark} 1\n${mark} 2\n`);
      expect((await call(importId, "run", { isAllOrNothing: true })).body.code).toBe("importFaults");
      await through(importId, "dry-run");
      const locked = await personWith(api, []);
      expect((await call(importId, "run", { isAllOrNothing: true }, locked)).status).toBe(404);
      expect((await through(importId, "run", { isAllOrNothing: true })).run).toMatchObject({
        created: 2,
        faulty: 0,
      });
    });

    test("[TL-09] rows refused while writing are separated from the others", async () => {
      const mark = unique("m");
      const names = Array.from({ length: 9 }, (_, index) => `${mark} ${index}`);
      // The same names for readers, but not for the comparison of rows.
      const csv = ["Status name", ...names, `${names[2]}\u00a0`, `${mark} more`, `${names[7]}\u00a0`].join(
        "\n",
      );
      const { importId } = await begun("attachment-status", csv);
      const expected = { rows: 12, created: 10, faulty: 2 };
      expect((await through(importId, "dry-run")).dryRun).toMatchObject(expected);
      expect(await statuses(mark)).toEqual([]);
      expect((await through(importId, "run", { isAllOrNothing: false })).run).toMatchObject(expected);
      expect((await rowsOf(importId, "?outcome=faulty")).map(({ rowNumber }) => rowNumber)).toEqual([11, 13]);
      expect(await statuses(`${mark} more`)).toHaveLength(1);
      expect((await call(importId, "undo")).body.undo).toMatchObject({ undone: 10, kept: 0 });
    });

    test("[TL-09] faults are a file that is corrected and imported again", async () => {
      const mark = unique("f");
      const csv = `Status name,Order\n"${mark}, ""one""",x\n${mark} two,2\n-${mark},=1+1\n`;
      const { importId } = await begun("attachment-status", csv);
      await through(importId, "dry-run");
      const file = await api.request(`/main/imports/${importId}/faults`, { as: api.administrator });
      expect(file.headers["content-disposition"]).toContain('filename="file-errors.csv"');
      expect(file.text.split("\r\n")).toEqual([
        "\ufeffStatus name,Order,Row in the file,Error",
        `"${mark}, ""one""",x,2,Order: Please enter a number.`,
        `'-${mark},'=1+1,4,Order: “=1+1” is a formula or an error without a value. Please enter the value itself.`,
        "",
      ]);
      const corrected = file.text.replace(",x,", ",5,").replace(",'=1+1,", ",6,");
      const again = await begun("attachment-status", corrected);
      expect(again.columns.map(({ field }) => field)).toEqual([
        "attachmentStatusName",
        "sortOrder",
        null,
        null,
      ]);
      expect((await through(again.importId, "run", { isAllOrNothing: false })).run).toMatchObject({
        created: 2,
        faulty: 0,
      });
      expect(
        (await statuses(mark)).map((one: { attachmentStatusName: string }) => one.attachmentStatusName),
      ).toEqual([`-${mark}`, `${mark}, "one"`]);
    });

    test("[TL-09] an export can be imported again without any change", async () => {
      const name = unique("Out ");
      const made = await api.request(status, {
        method: "POST",
        as: api.administrator,
        body: { attachmentStatusName: name, sortOrder: 12, color: "" },
      });
      const columns = ["attachmentStatusId", "attachmentStatusName", "sortOrder", "createdOn", "createdBy"];
      const exported = await api.app.inject({
        method: "POST",
        url: `${status}/export`,
        headers: { authorization: api.administrator, lang: "de" },
        payload: { phrase: name, columns: columns.map((dataField) => ({ dataField })) },
      });
      const same = await begun("attachment-status", exported.rawPayload, { name: "export.xlsx" });
      expect(same.columns.map(({ field }) => field)).toEqual([...columns.slice(0, 3), null, null]);
      expect((await through(same.importId, "dry-run")).dryRun).toMatchObject({ rows: 1, unchanged: 1 });
      const workbook = new ExcelJS.Workbook();
      await workbook.xlsx.load(exported.rawPayload as never);
      const sheet = workbook.worksheets[0] as ExcelJS.Worksheet;
      sheet.getCell("B2").value = `${name} renamed`;
      sheet.getCell("C2").value = { formula: "6*7", result: 42 };
      const changed = await begun("attachment-status", new Uint8Array(await workbook.xlsx.writeBuffer()), {
        name: "x.xlsx",
      });
      expect(changed.warnings).toEqual(["formulas"]);
      await through(changed.importId, "run", { isAllOrNothing: false });
      const read = () => api.request(`${status}/${made.body}`, { as: api.administrator });
      expect((await read()).body).toMatchObject({ attachmentStatusName: `${name} renamed`, sortOrder: 42 });
      await call(changed.importId, "undo");
      expect((await read()).body).toMatchObject({ attachmentStatusName: name, sortOrder: 12 });
    });

    test("[TL-09] an unreadable file is refused with the reason, and leaves nothing", async () => {
      const good = "Status name\nx\n";
      const workbook = new ExcelJS.Workbook();
      workbook.addWorksheet("s").addRows([["Status name"], ["x".repeat(3_000)]]);
      const xlsx = new Uint8Array(await workbook.xlsx.writeBuffer());
      const files: [string, string | Uint8Array][] = [
        ["importEmpty", "Status name\n"],
        ["importEmpty", "\n\n  \n"],
        ["importCut", 'Status name\nx\n"y'],
        ["importCut", xlsx.subarray(0, xlsx.length - 400)],
        ["importUnreadable", new TextEncoder().encode("\ufeffé").subarray(0, 4)],
        ["importUnreadable", Buffer.from("UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==", "base64")],
        ["importOldFormat", Buffer.from("d0cf11e0a1b11ae1", "hex")],
        ["importTooManyColumns", `${Array.from({ length: 1_000 }, (_, n) => `c${n}`).join(";")}\n1\n`],
        ["invalid", ""],
      ];
      for (const [code, content] of files) {
        const name = code === "importCut" && typeof content !== "string" ? "x.xlsx" : "x.csv";
        const response = await send("attachment-status", content, { name });
        expect([response.status, response.body.code, Boolean(response.body.message)]).toEqual([
          400,
          code,
          true,
        ]);
      }
      expect((await send("attachment-status", good, { name: "x.pdf" })).body.errors[0].propertyName).toBe(
        "file",
      );
      const { rows } = await api.connection.transaction("owner", (db) =>
        db.execute(sql`select from imports where not is_read`),
      );
      expect(rows).toEqual([]);
    });

    test("[TL-09] texts in other encodings are read, and a guess is reported", async () => {
      const text = `Status name;Order\n${unique("Größe ")};3\n`;
      const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
      const known = async (content: Uint8Array | string) => {
        const { encoding, warnings, columns } = await begun("attachment-status", content);
        return [encoding, warnings, columns[0]?.samples[0]?.startsWith("Größe ")];
      };
      expect(await known(text)).toEqual(["utf-8", [], true]);
      expect(await known(`\ufeff${text}`)).toEqual(["utf-8", [], true]);
      expect(await known(utf16)).toEqual(["utf-16le", [], true]);
      expect(await known(Buffer.from(utf16).swap16())).toEqual(["utf-16be", [], true]);
      expect(await known(Buffer.from(text, "latin1"))).toEqual(["windows-1252", ["encodingGuessed"], true]);
    });

    test("[US-02] [TL-09] users are imported without a password, with the roles that are ticked for new ones", async () => {
      const mark = unique("u");
      const known = await makeUser(api, { userName: `${mark}.known`, lastName: "Old" });
      const csv = `User name;Last name;First name;E-mail\n${known.userName};New;;\n${mark}.a;A;B;a@example.com\nno good name;A;B;\n`;
      const { importId } = await begun("users", csv);
      const before = await everything(api);
      await through(importId, "dry-run");
      expect(await everything(api)).toEqual(before);
      const { run } = await through(importId, "run", { isAllOrNothing: false });
      expect(run).toMatchObject({ created: 1, changed: 1, faulty: 1 });
      const { body } = await api.request(`/main/users?phrase=${mark}&sortBy=userName`, {
        as: api.administrator,
      });
      expect(body.list).toMatchObject([
        { userName: `${mark}.a`, lastName: "A", email: "a@example.com" },
        { userName: known.userName, lastName: "New" },
      ]);
      await call(importId, "undo");
      const left = await api.request(`/main/users?phrase=${mark}`, { as: api.administrator });
      expect(left.body.list).toMatchObject([{ lastName: "Old" }]);
    });
  },
  { multiTenancy: true },
);
