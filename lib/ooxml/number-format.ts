// See docs/decisions/0109.

import { format, getFormatDateInfo, isDateFormat } from "numfmt";

/** A valid format code (ECMA-376 part 1, 18.8.31), such as `#,##0.00;[Red]-#,##0.00`. */
export interface NumberFormat {
  code: string;
  isDate: boolean;
  hasTime: boolean;
  hasDay: boolean;
}

/** Excel's longest code; a longer one is invalid. */
export const maxCodeLength = 255;
/** Limit of formats that are read of a workbook; Excel allows 250. Hostile ones take milliseconds each. */
export const maxFormats = 1_000;

/** Built-in formats by number (18.8.30); 14 and 22 depend on the language. */
const builtInCodes: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "yyyy-mm-dd",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd h:mm",
  37: "#,##0;-#,##0",
  38: "#,##0;-#,##0",
  39: "#,##0.00;-#,##0.00",
  40: "#,##0.00;-#,##0.00",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
};

export const general: NumberFormat = { code: "General", isDate: false, hasTime: false, hasDay: false };

/** Reads a format; an invalid one counts as General. @param code declared in the workbook; undefined for built-in formats */
export function numberFormatOf(id: number, code = builtInCodes[id]): NumberFormat {
  if (!code || code.length > maxCodeLength || /^(?:general|@)$/i.test(code) || !isValid(code)) return general;
  if (!isDateFormat(code))
    // Excel applies a declared language to dates only.
    return {
      ...general,
      code: code.replace(/\[\$([^\]-]*)-[^\]]*\]/g, (_, currency) => currency && `[$${currency}]`),
    };
  const { year, day, hours, seconds } = getFormatDateInfo(code);
  const hasTime = hours || seconds;
  return { code, isDate: true, hasTime, hasDay: year || day || !hasTime };
}

/** Whether it can be read, also with digits instead of General. */
function isValid(code: string): boolean {
  try {
    for (const value of [1, 1.5, 1e300, 1.5e300]) format(withoutGeneral(code, value), value);
    format(code, "");
    return true;
  } catch {
    return false;
  }
}

/** Formats a number, or a date as a serial number, as spreadsheets do. @param locale as for `Intl` */
export function formattedNumber(value: number, { code, isDate }: NumberFormat, locale: string): string {
  return format(isDate ? code : withoutGeneral(code, value), value, { locale });
}

/** Formats a text by its separate section. */
export const formattedText = (value: string, { code }: NumberFormat) => format(code, value);

const exactDigits = 15;

/** Replaces General by a code with all digits of a number, of which spreadsheets display eleven. */
function withoutGeneral(code: string, value: number): string {
  if (!/general|@/i.test(code)) return code;
  const [mantissa = "", exponent] = String(Number(value.toPrecision(exactDigits))).split("e");
  const decimals = mantissa.split(".")[1]?.length ?? 0;
  const exact = `0${decimals > 0 ? `.${"0".repeat(decimals)}` : ""}${exponent ? "E+00" : ""}`;
  // A sole section for texts is for numbers, too.
  const general = code.includes(";") ? /"[^"]*"|\\.|(general)/gi : /"[^"]*"|\\.|(general|@)/gi;
  return code.replace(general, (piece, found) => (found ? exact : piece));
}
