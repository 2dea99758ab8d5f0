import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { describeApi } from "../../../testing/api";
import { unique } from "../../../testing/factories";
import { importHelpers } from "../../../testing/imports";
import { workbookOf } from "../../../testing/workbook";

/** Rows of a minimal sheet. */
const rowsXml = (rows: readonly (readonly string[])[], from = 1) =>
  rows
    .map(
      (cells, row) =>
        `<row r="${row + from}">${cells
          .map((text, at) =>
            text === ""
              ? ""
              : `<c r="${String.fromCharCode(65 + at)}${row + from}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`,
          )
          .join("")}</row>`,
    )
    .join("");

describeApi("how files are read", (api) => {
  const { begun, send, through, rowsOf } = importHelpers(api, "");
  const statuses = (content: string | Uint8Array, options: Parameters<typeof begun>[2] = {}) =>
    begun("attachment-status", content, options);
  const fieldsOf = ({ columns }: Awaited<ReturnType<typeof begun>>) => columns.map(({ field }) => field);

  test("[TL-09] headings are found below titles, and another row can be chosen", async () => {
    const found = await statuses("Statuses of 2026, all;\n\nStatus name;Order\na;1\nb;2\n");
    expect(found).toMatchObject({ headingRow: 3, separator: ";", rowCount: 2 });
    expect(fieldsOf(found)).toEqual(["attachmentStatusName", "sortOrder"]);
    expect(found.firstRows.map(({ rowNumber }) => rowNumber)).toEqual([1, 3, 4, 5]);
    const partly = await statuses("Statuses of 2026\n\nStatus name;Remark\na;1\nb;2\n");
    expect(partly).toMatchObject({ headingRow: 3, rowCount: 2 });
    const chosen = await statuses("x;y\na;1\nb;2\nc;3\n", { choice: { headingRow: 2 } });
    expect(chosen).toMatchObject({ headingRow: 2, rowCount: 2 });
    expect(chosen.columns.map(({ heading }) => heading)).toEqual(["a", "1"]);
    const none = await statuses("a;1\nb;2\n", { choice: { headingRow: 0 } });
    expect(none).toMatchObject({ headingRow: 0, rowCount: 2 });
    expect(none.columns.map(({ heading, samples }) => [heading, samples])).toEqual([
      ["", ["a", "b"]],
      ["", ["1", "2"]],
    ]);
    const empty = await send("attachment-status", "a;1\nb;2\n", { choice: { headingRow: 9 } });
    expect([empty.status, empty.body.code]).toEqual([400, "importEmpty"]);
  });

  test("[TL-09] a value named like a field is no heading; a single column keeps its commas", async () => {
    expect(await statuses("Bezeichnung;Nummer\nOrder;1\nb;2\n")).toMatchObject({
      headingRow: 1,
      rowCount: 2,
    });
    const names = await statuses("Status name\nDoe, Jane\nRoe, Ann\n");
    expect(names.columns).toHaveLength(1);
  });

  test("[TL-09] separators are detected, and can be chosen", async () => {
    for (const sign of [";", ",", "\t", "|"]) {
      const found = await statuses(`Status name${sign}"Order"\n"a${sign} b"${sign}1\n`);
      expect([found.separator, found.columns[0]?.samples]).toEqual([sign, [`a${sign} b`]]);
      expect(fieldsOf(found)).toEqual(["attachmentStatusName", "sortOrder"]);
    }
    const chosen = await statuses("Status name~Order\na;b~1\n", { choice: { separator: "~" } });
    expect(chosen.columns[0]?.samples).toEqual(["a;b"]);
    const refused = await send("attachment-status", "a\nb\n", { choice: { separator: "x" } });
    expect(refused.body.errors[0].propertyName).toBe("separator");
  });

  test("[TL-09] UTF-16 without a byte order mark is recognized by its zero bytes", async () => {
    const text = "Назив;Order\nа;1\n";
    const wide = Buffer.from(text, "utf16le");
    expect(await statuses(wide)).toMatchObject({ encoding: "utf-16le", warnings: ["encodingGuessed"] });
    expect(await statuses(Buffer.from(wide).swap16())).toMatchObject({ encoding: "utf-16be" });
  });

  test("[TL-09] chart sheets and empty sheets are skipped, and another sheet can be chosen", async () => {
    const file = await workbookOf({
      sheets: [
        { name: "Chart", kind: "chartsheet", xml: "<chartsheet/>" },
        { name: "Cover", xml: "" },
        { name: "Hidden", state: "hidden", xml: rowsXml([["Status name"], ["hidden"]]) },
        { name: "Read me", xml: rowsXml([["How to fill this in"], ["One row for each"]]) },
        {
          name: "Data",
          xml: rowsXml([
            ["", "Status name", "Order"],
            ["", "a", "1"],
          ]),
        },
      ],
    });
    const found = await statuses(file, { name: "x.xlsx" });
    expect(found).toMatchObject({
      sheet: "Data",
      sheets: ["Cover", "Read me", "Data"],
      warnings: ["otherSheets"],
    });
    expect(fieldsOf(found)).toEqual([null, "attachmentStatusName", "sortOrder"]);
    const chosen = await statuses(file, { name: "x.xlsm", choice: { sheet: "Read me" } });
    expect(chosen).toMatchObject({ sheet: "Read me", rowCount: 1, warnings: [] });
    const hidden = await statuses(file, { name: "x.xlsx", choice: { sheet: "Hidden" } });
    expect(hidden.columns[0]?.samples).toEqual(["hidden"]);
    const refused = await send("attachment-status", file, { name: "x.xlsx", choice: { sheet: "None" } });
    expect(refused.body.errors[0].propertyName).toBe("sheet");
  });

  test("[TL-09] with merged heading cells, the row above names the column", async () => {
    const rows = rowsXml([
      ["Status name", "Look", ""],
      ["", "Colour", "Order"],
      ["a", "#112233", "1"],
    ]);
    const found = await statuses(await workbookOf({ sheets: [{ name: "s", xml: rows }] }), {
      name: "x.xlsx",
    });
    expect(found).toMatchObject({ headingRow: 2, rowCount: 1 });
    expect(fieldsOf(found)).toEqual(["attachmentStatusName", "color", "sortOrder"]);
  });

  test("[TL-09] notes beside a table are ignored; of two columns with one name the first is used", async () => {
    const rows = rowsXml([
      ["Status name", "Order", "order"],
      ["a", "1", "2", "a note"],
    ]);
    const found = await statuses(await workbookOf({ sheets: [{ name: "s", xml: rows }] }), {
      name: "x.xlsx",
    });
    expect(fieldsOf(found)).toEqual(["attachmentStatusName", "sortOrder", null, null]);
    expect((await through(found.importId, "dry-run")).dryRun).toMatchObject({ created: 1, faulty: 0 });
  });

  test("[TL-09] ids of another program are not used as ours, even under the same heading", async () => {
    for (const id of ["4711", randomUUID()]) {
      const found = await statuses(`ID;Status name\n${id};${unique("s")}\n`);
      expect(fieldsOf(found)).toEqual([null, "attachmentStatusName"]);
      expect((await through(found.importId, "dry-run")).dryRun).toMatchObject({ created: 1 });
    }
    const name = unique("own ");
    const made = await api.request("/attachment-status", {
      method: "POST",
      as: api.administrator,
      body: { attachmentStatusName: name },
    });
    const own = await statuses(`id;Status name\n${String(made.body).toUpperCase()};${name} renamed\n`);
    expect(fieldsOf(own)).toEqual(["attachmentStatusId", "attachmentStatusName"]);
    expect((await through(own.importId, "dry-run")).dryRun).toMatchObject({ changed: 1 });
  });

  test("[TL-09] invisible characters are trimmed and counted; those within a text and U+0000 are named", async () => {
    const found = await statuses(
      "Status name\n\u200ba\u00a0\n  b  \n\ufeffc\n\u200b\ne\u0000e\nf\u200bf\n❤️\n",
    );
    expect(found).toMatchObject({ rowCount: 6, trimmedCount: 3 });
    expect(found.columns[0]?.samples).toEqual(["a", "b", "c"]);
    await through(found.importId, "dry-run");
    const rows = await rowsOf(found.importId);
    expect(rows.map(({ outcome }) => outcome)).toEqual([
      "created",
      "created",
      "created",
      "faulty",
      "faulty",
      "created",
    ]);
    expect(rows[3]?.error?.errors?.[0]?.errorMessage).toContain("U+0000");
    expect(rows[4]?.error?.errors?.[0]?.errorMessage).toContain("U+200B");
  });

  test("[TL-09] a text gets a cell's displayed text, a number its value", async () => {
    const mark = unique("9");
    const cells = [
      `<c r="A2" s="1"><v>${mark.length}42</v></c><c r="B2" s="2"><v>12</v></c>`,
      '<c r="A3" s="2"><v>0.25</v></c><c r="B3"><v>3</v></c>',
      '<c r="A4" s="3"><v>45000</v></c><c r="B4" s="1"><v>7</v></c>',
      '<c r="A5" t="b"><v>1</v></c><c r="B5"><f>1+1</f><v>2</v></c>',
      '<c r="A6"><v>2024</v></c><c r="B6" t="e"><v>#N/A</v></c>',
    ];
    const xml = `${rowsXml([["Status name", "Order"]])}${cells.map((row, at) => `<row r="${at + 2}">${row}</row>`).join("")}`;
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/><xf numFmtId="9"/><xf numFmtId="14"/></cellXfs></styleSheet>';
    const file = await workbookOf({ sheets: [{ name: "s", xml }], styles });
    const shown = async (lang: string) => {
      const { importId } = await statuses(file, { name: "x.xlsx", lang });
      await through(importId, "dry-run", undefined, { lang });
      const rows = await rowsOf(importId);
      return rows.map(({ text, values, outcome }) => [
        text,
        outcome === "faulty" ? outcome : values[1]?.value,
      ]);
    };
    expect(await shown("en")).toEqual([
      [`000${mark.length}42`.slice(-5), "12"],
      ["25%", "3"],
      ["3/15/2023", "7"],
      ["TRUE", "2"],
      ["2024", "faulty"],
    ]);
    expect((await shown("de")).map(([text]) => text).slice(1)).toEqual(["25%", "15.03.2023", "WAHR", "2024"]);
  });

  test("[TL-09] yes and no are recognized in every language, in Latin and Cyrillic letters", async () => {
    const said = {
      true: "yes y true on 1 x ja j wahr WAHR tak prawda da да d tačno тачно Tačno",
      false: "no n false off 0 nein falsch FALSCH nie fałsz ne не netačno нетачно",
    };
    for (const [value, words] of Object.entries(said)) {
      const names = words.split(" ").map((word) => [unique("Flag "), word]);
      const { importId } = await begun(
        "roles",
        `Role name;Default role\n${names.map((row) => row.join(";")).join("\n")}\n`,
      );
      await through(importId, "dry-run");
      expect((await rowsOf(importId)).map(({ values }) => values[1]?.value)).toEqual(
        names.map(() => (value === "true" ? "Yes" : "No")),
      );
    }
    const { importId } = await begun("roles", `Role name;Default role\n${unique("Flag ")};maybe\n`);
    expect((await through(importId, "dry-run")).dryRun).toMatchObject({ faulty: 1 });
  });
});
