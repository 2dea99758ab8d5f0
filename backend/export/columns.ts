import type * as z from "zod";
import type { ColumnKind, ExportColumns, exportColumn } from "../../lib/contract/export";
import type { Language } from "../../lib/preferences/preferences";
import type { SheetColumn } from "./xlsx/column";

type RequestedColumn = z.output<ReturnType<typeof exportColumn>>;

/** A column of the sheet and the field that its values come from. */
export interface ExportedColumn extends SheetColumn {
  field: string;
}

/** Excel's spelling of each language's dates (TL-03); a hyphen and a point are themselves in it. */
const dates: Record<Language, string> = {
  en: "mm-dd-yyyy",
  de: "dd.mm.yyyy",
  pl: "dd.mm.yyyy",
  sr: "dd.mm.yyyy.",
};
const time = "hh:mm";

/** The columns in the order of their indexes, those without one at their place in the list. */
export function exportedColumns(
  requested: readonly RequestedColumn[],
  offered: ExportColumns,
  language: Language,
): ExportedColumn[] {
  return requested
    .map((column, place) => ({ column, order: column.index ?? place }))
    .sort((a, b) => a.order - b.order)
    .map(({ column }) => {
      const kind = kindOf(column, offered);
      const numberFormat = numberFormatOf(kind, column.format, language);
      return {
        field: column.dataField,
        caption: column.caption || column.text || column.dataField,
        kind,
        numberFormat,
        step: numberFormat === undefined ? undefined : stepOf(numberFormat),
      };
    });
}

const moments: Record<string, ColumnKind> = { date: "date", datetime: "dateTime", time: "time" };

/** An instant can be shown as a date, a time or both; for all other fields the area knows best. */
function kindOf({ dataField, dataType, format }: RequestedColumn, offered: ExportColumns): ColumnKind {
  const kind = offered[dataField] ?? "text";
  if (kind !== "dateTime") return kind;
  const asked = moments[dataType?.toLowerCase() ?? ""] ?? kind;
  return asked === "dateTime" ? shownBy(format) : asked;
}

/** What a pattern of its own leaves of an instant. */
function shownBy(format: string | null | undefined): "date" | "time" | "dateTime" {
  if (!excelFormat(format)) return "dateTime";
  const [hasDay, hasTime] = [/[dyM]/.test(format ?? ""), /[Hhs]/.test(format ?? "")];
  return hasDay === hasTime ? "dateTime" : hasDay ? "date" : "time";
}

/** How much of the clock a pattern of Excel shows, in milliseconds; `mm` means minutes behind hours and months elsewhere. */
function stepOf(numberFormat: string): number {
  if (numberFormat.includes("s")) return 1_000;
  return !numberFormat.includes("h") || /h[ .:/-]*m/.test(numberFormat) ? 60_000 : 3_600_000;
}

function numberFormatOf(kind: ColumnKind, format: string | null | undefined, language: Language) {
  switch (kind) {
    case "date":
    case "day":
      return excelFormat(format) ?? dates[language];
    case "time":
      return excelFormat(format) ?? time;
    case "dateTime":
      return excelFormat(format) ?? `${dates[language]} ${time}`;
    default:
      return undefined;
  }
}

/** `dd.MM.yyyy HH:mm` as Excel writes it; undefined for what is no such pattern, such as the name of a format. */
function excelFormat(format: string | null | undefined): string | undefined {
  const known =
    /^(?:dd?|MM?|yyyy|yy|HH?|mm|ss|[ .:/-])+$/i.test(format ?? "") && /[dMyHhms]/.test(format ?? "");
  return known ? format?.toLowerCase() : undefined;
}
