import fc from "fast-check";
import { expect, test } from "vitest";
import type { Language } from "../../../../lib/preferences/preferences";
import { textOfCell } from "./cell";
import { cellFormatOf } from "./cell-format";

const shown = (value: number, format: string | number, language: Language = "en", is1904 = false) =>
  textOfCell(
    typeof format === "number"
      ? cellFormatOf(format, undefined, language).number(value, is1904)
      : cellFormatOf(200, format, language).number(value, is1904),
  );

test.each<[number, string | number, string, Language?]>([
  [42, "00000", "00042"],
  [1234567, "000", "1234567"],
  [0.25, 9, "25%"],
  [0.256, 10, "25,60%", "de"],
  [0.25, "0 %", "25 %"],
  [1234567.891, 4, "1,234,567.89"],
  [1234567.891, 4, "1.234.567,89", "de"],
  [1234567, 3, "1 234 567", "pl"],
  [0.5, "#,##0.00", "0.50"],
  [0, "#,##0", "0"],
  [0, "#", ""],
  [5, "0.##", "5."],
  [5.1, "0.0#", "5.1"],
  [1.005, "0.00", "1.01"],
  [2.5, "0", "3"],
  [999.999, "0.00", "1000.00"],
  [1234567, "0.0,,", "1.2"],
  [1234567, '0.0,, "million"', "1.2 million"],
  [-5, "0.00", "-5.00"],
  [-5, "0.00;(0.00)", "(5.00)"],
  [0, '0;-0;"none"', "none"],
  [-1234.5, "_-* #,##0.00\\ [$€-407]_-;\\-* #,##0.00\\ [$€-407]_-", "-1.234,50 €", "de"],
  [1234.5, '"$"#,##0.00', "$1,234.50"],
  [1234.5, "[$$-409]#,##0.00", "$1,234.50"],
  [5551234567, "000\\-000\\-0000", "555-123-4567"],
  [491701234567, "General", "491701234567"],
  [0.1 + 0.2, "General", "0.3"],
  [1.5, 0, "1,5", "de"],
  [1e21, "General", "1E+21"],
  [0.0000001, "General", "1E-07"],
  [3, '"Nr. "General', "Nr. 3"],
  [3, "@", "3"],
  [3, '"Nr. "@', "Nr. 3"],
  [491701234567, '"+"General', "+491701234567"],
  [491701234567.5, '[=0]"none";General', "491701234567.5"],
  [1234.5, "#,##0.00\\ [$€-407]", "1,234.50 €"],
  [491701234567, "[", "491701234567"],
  [5, "0".repeat(300), "5"],
  [12345.678, 11, "1.23E+04"],
  [9.999, "0.00E+00", "1.00E+01"],
  [0.00012, "0.0E+0", "1.2E-4"],
  [12345, "##0.0E+0", "12.3E+3"],
  [1.5, "# ?/?", "1 1/2"],
  [0.5, "# ?/?", "1/2"],
  [2, "# ??/??", "2"],
  [0.375, "?/8", "3/8"],
  [1.3333333, "# ??/??", "1 1/3"],
  [150, "[>=100]0;[<100]0.00", "150"],
  [50, "[>=100]0;[<100]0.00", "50.00"],
  [7, "[Red]00", "07"],
  [7, '0" kg"', "7 kg"],
  [7, "", "7"],
])("[TL-09] a number is a text as its cell shows it: %s by %s is %s", (value, format, expected, language) => {
  // Spaces at the ends are layout, not text.
  expect(shown(value, format, language)).toBe(expected);
});

test.each<[number, string | number, string, Language?]>([
  [45000, 14, "3/15/2023"],
  [45000, 14, "15.03.2023", "de"],
  [45000, 14, "15.3.2023.", "sr"],
  [45000.5, 22, "15.03.2023 12:00", "pl"],
  [45000, "dd.mm.yyyy", "15.03.2023"],
  [45000, "d. mmmm yyyy", "15. März 2023", "de"],
  [45000, "[$-407]d. mmmm yyyy", "15. März 2023"],
  [45000, "ddd, mmm d", "Wed, Mar 15"],
  [45000, "yyyy-mm-dd", "2023-03-15"],
  [45000.39583333333, "yyyy-mm-dd hh:mm", "2023-03-15 09:30"],
  [45000.39583333333, "h:mm AM/PM", "9:30 AM"],
  [0.75, "h:mm AM/PM", "6:00 PM"],
  [0.39583333333, 20, "9:30"],
  [0.39583333333, "hh:mm:ss", "09:30:00"],
  [1.25, "[h]:mm", "30:00"],
  [0.5, "[mm]:ss", "720:00"],
  [0.0000116, "mm:ss.0", "00:01.0"],
  [59, 14, "2/28/1900"],
])("[TL-09] a moment is a text as its cell shows it: %s by %s is %s", (value, format, expected, language) => {
  expect(shown(value, format, language)).toBe(expected);
});

test("[TL-09] any format shows any number", () => {
  const pieces = [
    "0",
    "#",
    "?",
    ".",
    ",",
    "%",
    "/",
    "E+",
    "General",
    "@",
    ";",
    '"a"',
    "[>1]",
    "[h]",
    "[$€-407]",
    "m",
    "y",
    "(",
  ];
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 1 })), { maxLength: 6 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (code, value) => {
        const format = cellFormatOf(200, code.join(""), "de");
        expect(typeof textOfCell(format.number(value, false))).toBe("string");
        expect(typeof format.text("a")).toBe("string");
      },
    ),
    { numRuns: 1_000 },
  );
});

test("[TL-09] days count from 1904 if the workbook declares it", () => {
  expect(shown(43538, "yyyy-mm-dd", "en", true)).toBe("2023-03-15");
  expect(cellFormatOf(14, undefined, "en").number(43538, true)).toMatchObject({
    at: "2023-03-15T00:00:00.000",
  });
});

test("[TL-09] a time without a day and a duration have no moment", () => {
  for (const [value, format] of [
    [0.5, "hh:mm"],
    [1.5, "[h]:mm"],
  ] as const)
    expect(cellFormatOf(200, format, "en").number(value, false)).toMatchObject({ at: "" });
  expect(cellFormatOf(14, undefined, "en").number(-5, false)).toEqual({ fault: "-5" });
});

test("[TL-09] text formats are applied to texts", () => {
  expect(cellFormatOf(200, '0;0;0;"Nr. "@', "en").text("a")).toBe("Nr. a");
  expect(cellFormatOf(200, "0.00", "en").text("a")).toBe("a");
  expect(cellFormatOf(0, undefined, "en").text("a")).toBe("a");
});
