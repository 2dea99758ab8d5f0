import * as z from "zod";
import { upload } from "../validation/files";
import {
  importOutcomes,
  importRules,
  importSeparators,
  maxHeadingRow,
  maxImportColumns,
} from "../validation/import-files";
import { exactText, text } from "../validation/text";
import { defineArea } from "./endpoint";
import { errorBody } from "./errors";
import { fileResponse } from "./file";
import { listResponse, orAsText } from "./schemas";

/** Warnings about a file that can be read. */
export const importWarnings = ["encodingGuessed", "formulas", "lastRowShort", "otherSheets"] as const;

const count = z.int().min(0);
/** Number of processed rows, and their outcomes. */
const outcomes = z.object({
  rows: count,
  created: count,
  changed: count,
  unchanged: count,
  faulty: count,
});

export const importDetail = z.object({
  importId: z.string(),
  /** The area of the records, such as `users`. */
  area: z.string(),
  fileName: z.string(),
  /** Such as `utf-8`; empty for a workbook. */
  encoding: z.string(),
  /** Cell separator of a text file; empty for a workbook. */
  separator: z.string(),
  /** The sheet of a workbook that was read; empty for a text. */
  sheet: z.string(),
  /** The available sheets. */
  sheets: z.array(z.string()),
  /** Number of the heading row, counted from 1; 0 for none. */
  headingRow: count,
  /** The first rows of the file, to choose the headings from. */
  firstRows: z.array(z.object({ rowNumber: count, text: z.string() })),
  /** Number of values trimmed of invisible characters. */
  trimmedCount: count,
  warnings: z.array(z.enum(importWarnings)),
  /** False while its file is still being read: until then no other action is possible. */
  isRead: z.boolean(),
  rowCount: count,
  columns: z.array(
    z.object({
      heading: z.string(),
      /** Values of its first rows. */
      samples: z.array(z.string()),
      /** The target field; null for none. */
      field: z.string().nullable(),
    }),
  ),
  /** The available fields; `label` is in the language of the request. */
  fields: z.array(z.object({ name: z.string(), label: z.string(), isRequired: z.boolean() })),
  /** Results of the dry run, which changes nothing. */
  dryRun: outcomes,
  run: outcomes,
  /** Rows that created or changed a record: undone, and kept because of later changes by others. */
  undo: z.object({ rows: count, undone: count, kept: count }),
  /** Whether the first error ends the import and undoes all of it; null before it starts. */
  isAllOrNothing: z.boolean().nullable(),
  createdOn: z.string(),
});
export type ImportDetail = z.output<typeof importDetail>;

export const importRow = z.object({
  /** As spreadsheets count, from 1. */
  rowNumber: z.int(),
  /** Label of the row: its first non-empty cell. */
  text: z.string(),
  outcome: z.enum(importOutcomes).nullable(),
  recordId: z.string().nullable(),
  /** The fields that change. */
  fields: z.array(z.string()),
  /** New and previous values of the fields, in the language of the request; new records have no previous ones. */
  values: z.array(z.object({ field: z.string(), value: z.string(), before: z.string().optional() })),
  error: errorBody.omit({ current: true }).nullable(),
  /** Whether this row was undone, if the import was; null if it had changed nothing. */
  isUndone: z.boolean().nullable(),
});
export type ImportRow = z.output<typeof importRow>;

const one = "/imports/:importId";
const own = { access: "signedIn", capability: "imports" } as const;
const step = {
  ...own,
  method: "POST",
  affects: ["imports"],
  response: importDetail,
} as const;

/**
 * Imports (TL-09): rows of a file create or change records of an area through its calls, with the permissions of
 * these. Visible to their owner only. Each call processes a batch of rows.
 */
export const imports = defineArea("imports", {
  create: {
    ...own,
    method: "POST",
    path: "/imports",
    summary:
      "Reads a file (xlsx, xlsm, csv) and stores its rows; nothing else is done yet. The caller chooses the id, so a repeated request is the same import. The sheet, the row of the headings (0 for none) and the separator are detected unless they are given.",
    affects: ["imports"],
    body: z.object({
      id: z.guid().max(36),
      area: text(100).min(1),
      sheet: exactText(0, 200).optional(),
      headingRow: orAsText(z.int().min(0).max(maxHeadingRow)).optional(),
      separator: z.enum(importSeparators).optional(),
      file: upload(importRules).optional(),
    }),
    upload: { ...importRules, isStreamed: true },
    response: importDetail,
  },
  list: {
    ...own,
    method: "GET",
    path: "/imports",
    summary:
      "The caller's imports of the last weeks that changed something, into one area or all, newest first.",
    query: z.object({ area: text(100).optional() }),
    response: z.array(importDetail),
  },
  detail: {
    ...own,
    method: "GET",
    path: one,
    summary: "One import and its progress.",
    response: importDetail,
  },
  saveColumns: {
    ...own,
    method: "PUT",
    path: `${one}/columns`,
    summary: "Sets the field that each column fills, null for none; the dry run starts again.",
    affects: ["imports"],
    body: z.object({ fields: z.array(z.string().max(100).nullable()).max(maxImportColumns) }),
    response: importDetail,
  },
  dryRun: {
    ...step,
    path: `${one}/dry-run`,
    summary: "Tries the next rows and rolls them back; called until all rows are tried.",
  },
  run: {
    ...step,
    path: `${one}/run`,
    confirm: "byContent",
    summary:
      "Imports the next rows; called until all rows are imported. All or nothing requires a dry run without errors, and stops at an error.",
    body: z.object({ isAllOrNothing: z.boolean() }),
  },
  undo: {
    ...step,
    path: `${one}/undo`,
    confirm: "byContent",
    summary:
      "Deletes the records that the import created and reverses its changes, the last rows first, except for those that others have changed since; called until all rows are undone.",
  },
  rows: {
    ...own,
    method: "GET",
    path: `${one}/rows`,
    summary: "A page of the rows with their expected or actual results.",
    query: z.object({
      outcome: z.enum(importOutcomes).optional(),
      page: orAsText(z.int().min(1)).default(1),
      pageLimit: orAsText(z.int().min(1).max(500)).default(50),
    }),
    response: listResponse(importRow),
  },
  faults: {
    ...own,
    method: "GET",
    path: `${one}/faults`,
    summary: "The rows with errors and their messages, as a csv file to correct and import again.",
    response: fileResponse,
  },
});
