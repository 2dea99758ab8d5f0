import { buffer } from "node:stream/consumers";
import { Workbook } from "exceljs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellWriters } from "./cells";
import type { Row, SheetColumn, SheetPlan } from "./column";
import { SharedStrings } from "./shared-strings";
import { stylesOf } from "./styles";
import { writeWorkbook } from "./workbook";

const text = (caption: string): SheetColumn => ({ caption, kind: "text" });

function plan(columns: readonly SheetColumn[], more: Partial<SheetPlan> = {}): SheetPlan {
  return { name: "Users", columns, timeZone: "UTC", yes: "Yes", no: "No", ...more };
}

async function* batchesOf(rows: readonly Row[], size = 3): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function written(sheetPlan: SheetPlan, rows: readonly Row[], limits = {}): Promise<Workbook> {
  const workbook = new Workbook();
  const file = await buffer(writeWorkbook(sheetPlan, batchesOf(rows), limits));
  await workbook.xlsx.load(file as unknown as ArrayBuffer);
  return workbook;
}

/** The values of a sheet, empty cells as null. */
function values(workbook: Workbook, columns: number, sheet = 1): unknown[][] {
  const rows: unknown[][] = [];
  workbook.getWorksheet(sheet)?.eachRow({ includeEmpty: true }, (row) => {
    rows.push(Array.from({ length: columns }, (_, index) => row.getCell(index + 1).value));
  });
  return rows;
}

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  // Any UTF-16, including lone surrogates and control characters.
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    "=1+1",
    "+1",
    "-1",
    "@a",
    "\t=1",
    "\r=1",
    "_x0041_",
    "_x0041_x0042_",
    "_x005F_",
    " a ",
    "a\r\nb",
    "&lt;",
    "]]>",
  ),
);

describe("[TL-03] a workbook reads back as it was written", () => {
  test("any text, number and emptiness", async () => {
    const row = fc.tuple(
      fc.option(anyText),
      fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
      fc.option(anyText),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
        const columns = [text("a"), { caption: "b", kind: "number" as const }, text("c")];
        const closed = rows.map((cells): Row => [...cells, "end"]);
        const [, ...read] = values(await written(plan([...columns, text("d")]), closed), 4);
        expect(read).toEqual(
          closed.map((cells) => cells.map((cell) => (cell === "" ? null : Object.is(cell, -0) ? 0 : cell))),
        );
      }),
      { numRuns: 150 },
    );
  });

  test("any instant, on the clock of any time zone", async () => {
    const instants = fc.date({
      min: new Date("1901-01-01T00:00:00Z"),
      max: new Date("2199-12-31T00:00:00Z"),
      noInvalidDate: true,
    });
    const zones = fc.constantFrom(
      "UTC",
      "Europe/Berlin",
      "America/St_Johns",
      "Asia/Kathmandu",
      "Africa/Casablanca",
      "Pacific/Apia",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(instants, { minLength: 1, maxLength: 20 }),
        zones,
        async (dates, timeZone) => {
          const columns = [
            { caption: "a", kind: "dateTime" as const, numberFormat: "dd.mm.yyyy hh:mm" },
            { caption: "b", kind: "date" as const, numberFormat: "dd.mm.yyyy" },
            { caption: "c", kind: "dateTime" as const, numberFormat: "dd.mm.yyyy hh:mm" },
          ];
          const rows = dates.map((date): Row => [date, date.getTime(), date.toISOString()]);
          const [, ...read] = values(await written(plan(columns, { timeZone }), rows), 3);
          const clock = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" });
          for (const [index, date] of dates.entries()) {
            const shown = clock.format(date);
            const milliseconds = date.toISOString().slice(19);
            expect(read[index]?.[0]).toEqual(new Date(`${shown.replace(" ", "T")}${milliseconds}`));
            expect(read[index]?.[1]).toEqual(new Date(`${shown.slice(0, 10)}T00:00:00Z`));
            expect(read[index]?.[2]).toEqual(read[index]?.[0]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

test("[TL-03] a calendar day is the same in every time zone, and a real date in Excel", async () => {
  const days = fc
    .date({ min: new Date("1900-03-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const zones = fc.constantFrom("Pacific/Pago_Pago", "America/Los_Angeles", "UTC", "Pacific/Kiritimati");
  await fc.assert(
    fc.asyncProperty(fc.array(days, { minLength: 1, maxLength: 20 }), zones, async (given, timeZone) => {
      const columns = [{ caption: "a", kind: "day" as const, numberFormat: "dd.mm.yyyy" }];
      const workbook = await written(
        plan(columns, { timeZone }),
        given.map((day) => [day]),
      );
      expect(values(workbook, 1).flat()).toEqual(["a", ...given.map((day) => new Date(`${day}T00:00:00Z`))]);
    }),
    { numRuns: 20 },
  );
  const odd = [["1812-09-07"], [null], [""]];
  const workbook = await written(plan([{ caption: "a", kind: "day", numberFormat: "dd.mm.yyyy" }]), odd);
  expect(values(workbook, 1).flat().filter(Boolean)).toEqual(["a", "1812-09-07"]);
});

test("[TL-03] values without an Excel date are shown as stored", async () => {
  const columns = [{ caption: "a", kind: "date" as const, numberFormat: "dd.mm.yyyy" }];
  const workbook = await written(plan(columns), [
    ["1812-09-07"],
    ["2026-03-01"],
    ["1812-09-07T05:30:00.000Z"],
    ["no date"],
  ]);
  expect(values(workbook, 1).flat()).toEqual([
    "a",
    "1812-09-07",
    new Date("2026-03-01T00:00:00Z"),
    "1812-09-07T05:30:00.000Z",
    "no date",
  ]);
});

test("[TL-03] booleans are words", async () => {
  const columns = [{ caption: "Standard", kind: "boolean" as const }];
  const workbook = await written(plan(columns, { yes: "Ja", no: "Nein" }), [[true], [false], [null]]);
  expect(values(workbook, 1).flat()).toEqual(["Standard", "Ja", "Nein", null]);
});

test("[TL-03] a text that looks like a formula stays a text, also when it is edited", async () => {
  const file = await buffer(writeWorkbook(plan([text("=caption")]), batchesOf([["=1+1"], ["plain"]])));
  const workbook = new Workbook();
  await workbook.xlsx.load(file as unknown as ArrayBuffer);
  expect(values(workbook, 1)).toEqual([["=caption"], ["=1+1"], ["plain"]]);
  expect(workbook.getWorksheet(1)?.getCell("A2").type).toBe(3);
});

// ExcelJS does not read that mark.
test("[TL-03] exactly the texts that look like formulas are marked as text", () => {
  const sheetPlan = plan([text("a")]);
  const styles = stylesOf(sheetPlan.columns);
  const [write] = cellWriters(sheetPlan, styles, new SharedStrings());
  const isMarked = (value: string) => write?.(value, "2").includes(` s="${styles.literal}"`);
  for (const formula of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
    expect([formula, isMarked(formula)]).toEqual([formula, true]);
  for (const plain of ["1", "a=1", " =1", "'=1"]) expect([plain, isMarked(plain)]).toEqual([plain, false]);
  const formats = /<cellXfs.*<\/cellXfs>/.exec(styles.xml)?.[0].match(/<xf [^>]*>/g);
  expect(formats?.[styles.literal]).toContain('quotePrefix="1"');
});

test("[TL-03] without rows there is only the header, bold, frozen and with filters", async () => {
  const workbook = await written(plan([text("User name"), text("E-mail")]), []);
  const sheet = workbook.getWorksheet(1);
  expect(values(workbook, 2)).toEqual([["User name", "E-mail"]]);
  expect(sheet?.getCell("A1").font.bold).toBe(true);
  expect(sheet?.views[0]).toMatchObject({ state: "frozen", ySplit: 1 });
  expect(sheet?.autoFilter).toBe("A1:B1");
  expect(workbook.worksheets).toHaveLength(1);
});

test("[TL-03] rows beyond a sheet's limit continue in further sheets", async () => {
  const rows = Array.from({ length: 9 }, (_, index): Row => [`row ${index}`]);
  const workbook = await written(plan([text("a")]), rows, { rowLimit: 4 });
  expect(workbook.worksheets.map(({ name }) => name)).toEqual(["Users", "Users 2", "Users 3"]);
  expect([1, 2, 3].flatMap((sheet) => values(workbook, 1, sheet).slice(1).flat())).toEqual(rows.flat());
  expect(values(workbook, 1, 3)[0]).toEqual(["a"]);
});

test("[TL-03] a text longer than a cell is truncated with an ellipsis", async () => {
  const workbook = await written(plan([text("a")]), [["x".repeat(40_000)], [`${"x".repeat(32_765)}😀😀`]]);
  const [, long, pair] = values(workbook, 1).flat();
  expect(long).toBe(`${"x".repeat(32_766)}…`);
  expect(pair).toBe(`${"x".repeat(32_765)}…`);
});

test("[TL-03] a query that fails before the first byte is reported, a later one aborts the file", async () => {
  async function* failing(after: number): AsyncGenerator<readonly Row[]> {
    for (let batch = 0; batch < after; batch += 1) yield Array.from({ length: 2000 }, (): Row => ["x"]);
    throw new Error("query failed");
  }
  await expect(writeWorkbook(plan([text("a")]), failing(0)).next()).rejects.toThrow("query failed");
  const late = writeWorkbook(plan([text("a")]), failing(3));
  expect((await late.next()).done).toBe(false);
  await expect(buffer(late)).rejects.toThrow("query failed");
});

test("[TL-03] an abandoned export ends its query", async () => {
  let ended = false;
  async function* endless(): AsyncGenerator<readonly Row[]> {
    try {
      for (;;) yield Array.from({ length: 1000 }, (): Row => ["x"]);
    } finally {
      ended = true;
    }
  }
  const file = writeWorkbook(plan([text("a")]), endless());
  for (let part = 0; part < 8; part += 1) await file.next();
  await file.return(undefined);
  expect(ended).toBe(true);
});
