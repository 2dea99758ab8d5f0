import type { ErrorBody } from "../../../lib/contract/errors";
import type { FileResponse } from "../../../lib/contract/file";
import { attributeOfColumn } from "../../../lib/contract/filters";
import { writeNumber } from "../../../lib/format/typed-number";
import type { Language } from "../../../lib/preferences/preferences";
import de from "../../../messages/de/import.json";
import en from "../../../messages/en/import.json";
import pl from "../../../messages/pl/import.json";
import sr from "../../../messages/sr/import.json";
import { sql } from "../../database/sql";
import { inTenant } from "../../database/transaction";
import type { Context } from "../../endpoint/route";
import { labelOf } from "./fields";
import { type Cell, heldValue, isFault, isMoment, textOfCell, textOfMoment } from "./file/cell";
import type { StoredImport } from "./queries";
import type { ImportField, ImportTarget } from "./targets";

interface FaultyRow extends Record<string, unknown> {
  rowNumber: number;
  cells: Cell[];
  error: ErrorBody | null;
}

const words: Record<Language, typeof en> = { en, de, pl, sr };

const atOnce = 1_000;

/**
 * The original faulty rows with their errors in an additional column: once corrected, the file can be imported. Holds
 * nothing open during the download.
 */
export function faultsFile(
  context: Context,
  target: ImportTarget,
  { stored, fields }: { stored: StoredImport; fields: readonly (ImportField | undefined)[] },
): FileResponse {
  const { connection, tenant, user, language, inTurn } = context;
  const texts = words[language].file;
  const separator = String(stored.separator || ";");
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => escaped(cell, separator)).join(separator)}\r\n`;
  const headings = stored.columns.map(({ heading }) => heading);
  // A corrected file of errors already has these columns.
  const own = [texts.row, texts.fault];
  const kept = headings
    .map((heading, index) => ({ heading, index }))
    .filter(({ heading }) => !own.includes(heading));
  const read = (after: number) =>
    inTurn(() =>
      inTenant(connection, tenant.tenantId, user, async (db) => {
        const { rows } = await db.execute<FaultyRow>(sql`
        select row_number as "rowNumber", cells, error from import_rows
        where import_id = ${stored.importId} and outcome = 'faulty' and row_number > ${after}
        order by row_number limit ${atOnce}`);
        return rows;
      }),
    );
  async function* content() {
    // The byte order mark marks it as UTF-8 for spreadsheets.
    yield Buffer.from(`\ufeff${line([...kept.map(({ heading }) => heading), ...own])}`);
    for (let after = 0; ; ) {
      const rows = await read(after);
      const lines = rows.map(({ rowNumber, cells, error }) =>
        line([
          ...kept.map(({ index }) => writtenCell(cells[index] ?? null, fields[index], language)),
          String(rowNumber),
          faultText(error, (name) => labelIn(target, fields, name, language)),
        ]),
      );
      if (lines.length > 0) yield Buffer.from(lines.join(""));
      after = rows.at(-1)?.rowNumber ?? after;
      if (rows.length < atOnce) return;
    }
  }
  return {
    fileName: `${String(stored.fileName).replace(/\.\w+$/, "")}-${texts.fileName}.csv`,
    mediaType: "text/csv; charset=utf-8",
    content: content(),
    isDetached: true,
  };
}

/** Keeps full precision: a cell's displayed text may lack digits, or the year. */
function writtenCell(cell: Cell, field: ImportField | undefined, language: Language): string {
  const held = heldValue(cell);
  const kind = field?.column?.kind ?? field?.attribute?.attributeTypeId;
  if (isMoment(cell) && cell.at !== "" && (kind === "day" || kind === "instant" || kind === "DateTime"))
    return textOfMoment(cell);
  if (typeof held === "number" && (kind === "int" || kind === "number" || kind === "Number"))
    return writeNumber(held, language);
  return isFault(cell) ? cell.fault : textOfCell(cell);
}

function labelIn(
  target: ImportTarget,
  fields: readonly (ImportField | undefined)[],
  name: string,
  language: Language,
): string {
  if (!name) return "";
  const field = [...fields, ...target.fields].find((one) => one?.name === name);
  return labelOf(target, field ?? { name }, language);
}

function faultText(error: ErrorBody | null, label: (name: string) => string): string {
  const fields = error?.errors?.map(({ propertyName, errorMessage }) =>
    [label(attributeOfColumn(propertyName) ? propertyName : (propertyName.split(".")[0] ?? "")), errorMessage]
      .filter(Boolean)
      .join(": "),
  );
  return fields?.join(" ") || error?.message || error?.title || "";
}

/**
 * A cell of RFC 4180. An apostrophe before a formula, which imports remove again, keeps spreadsheets from evaluating
 * it.
 */
function escaped(text: string, separator: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d\s()./,-]+$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return safe.includes(separator) || /["\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
