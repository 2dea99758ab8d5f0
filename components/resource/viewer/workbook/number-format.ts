/** Simplified number format of a cell. */
export type NumberFormat =
  | { kind: "general" }
  | { kind: "date" | "time" | "dateTime" }
  | {
      kind: "number" | "percent";
      decimals: number;
      isGrouped: boolean;
      /** Prefix and suffix, such as a currency. */
      before: string;
      after: string;
    };

/** Built-in formats by number (ECMA-376 part 1, 18.8.30). */
const builtIn: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  14: "yyyy-mm-dd",
  15: "yyyy-mm-dd",
  16: "yyyy-mm-dd",
  17: "yyyy-mm-dd",
  18: "h:mm",
  19: "h:mm:ss",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd h:mm",
  37: "#,##0",
  38: "#,##0",
  39: "#,##0.00",
  40: "#,##0.00",
  45: "mm:ss",
  46: "h:mm:ss",
  47: "mm:ss",
};

/** Maximum length of a format code in office programs. */
const maxCodeLength = 255;

/** @param codes custom formats of the workbook, by number */
export function numberFormatOf(id: number, codes: ReadonlyMap<number, string>): NumberFormat {
  return readFormat(codeOf(id, codes));
}

/** Approximate number of characters of a date or time in the workbook's format; undefined for other formats. */
export function dateLengthOf(id: number, codes: ReadonlyMap<number, string>): number | undefined {
  const code = codeOf(id, codes);
  const { kind } = readFormat(code);
  const isDate = kind === "date" || kind === "time" || kind === "dateTime";
  return isDate ? code.replace(/\[[^\]]*\]|["\\]|;.*$/g, "").length : undefined;
}

const codeOf = (id: number, codes: ReadonlyMap<number, string>) =>
  (codes.get(id) ?? builtIn[id] ?? "General").slice(0, maxCodeLength);

/** Reads a format such as `#,##0.00\ "€";[Red]-#,##0.00`: the part for positive numbers. */
export function readFormat(code: string): NumberFormat {
  const [section = ""] = code.split(";");
  // `[$€-407]` is a currency with a language; other brackets are colours, conditions and durations.
  const plain = section.replace(/\[\$([^\]-]*)[^\]]*\]/g, '"$1"').replace(/\[(?!h|m|s)[^\]]*\]/gi, "");
  const bare = plain.replace(/"[^"]*"|\\.|_./g, "");
  if (/[dyhs]|m/i.test(bare) && !/[0#]/.test(bare.replace(/\.0+/g, ""))) {
    const hasTime = /[hs]/i.test(bare);
    const hasDay = /[dy]/i.test(bare) || !hasTime;
    return { kind: hasDay ? (hasTime ? "dateTime" : "date") : "time" };
  }
  const digits = /[#0?][#0?,]*(?:\.([#0?]+))?/.exec(bare);
  if (!digits || /e[+-]/i.test(bare)) return { kind: "general" };
  const [before = "", after = ""] = plain.split(/[#0?][#0?,]*(?:\.[#0?]+)?/).map(literal);
  return {
    kind: bare.includes("%") ? "percent" : "number",
    decimals: Math.min(digits[1]?.length ?? 0, 20),
    isGrouped: digits[0].includes(","),
    before,
    after: after.replace("%", ""),
  };
}

/** Returns the literal text of a format section. */
function literal(part: string): string {
  return part
    .replace(/_./g, " ")
    .replace(/\*./g, "")
    .replace(/\\(.)/g, "$1")
    .replaceAll('"', "")
    .replace(/^\s+|\s+$/g, (space) => space.slice(0, 1));
}

/** Converts a serial number to `2026-03-01T08:30:00`, counting days from 1900 or 1904. */
export function momentOf(serial: number, isFrom1904: boolean): string | undefined {
  const days = serial + (isFrom1904 ? 1462 : 0);
  // 1900 counts as a leap year for compatibility.
  const since = days < 60 && days >= 1 ? days + 1 : days;
  const time = Math.round((since - 25_569) * 86_400) * 1_000;
  const moment = new Date(time);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString().slice(0, 19);
}
