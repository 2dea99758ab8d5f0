import * as z from "zod";
import { upload } from "../validation/files";
import { importOutcomes, importRules, maxImportColumns } from "../validation/import-files";
import { text } from "../validation/text";
import { defineArea } from "./endpoint";
import { errorBody } from "./errors";
import { fileResponse } from "./file";
import { listResponse, orAsText } from "./schemas";

/** What is said of a file that was read all the same. */
export const importWarnings = ["encodingGuessed", "formulas", "lastRowShort", "otherSheets"] as const;

const count = z.int().min(0);
/** How many rows had their turn, and what became of them. */
const outcomes = z.object({
  rows: count,
  created: count,
  changed: count,
  unchanged: count,
  faulty: count,
});

export const importDetail = z.object({
  importId: z.string(),
  /** The area that the records are of, such as `users`. */
  area: z.string(),
  fileName: z.string(),
  /** Such as `utf-8`; empty for a workbook. */
  encoding: z.string(),
  /** What stands between the cells of a text; empty for a workbook. */
  separator: z.string(),
  warnings: z.array(z.enum(importWarnings)),
  /** False while its file is being read still: nothing else can be done with it. */
  isRead: z.boolean(),
  rowCount: count,
  columns: z.array(
    z.object({
      heading: z.string(),
      /** What is in its first rows. */
      samples: z.array(z.string()),
      /** The field that it fills; null for none. */
      field: z.string().nullable(),
    }),
  ),
  /** The fields that there are, by their names; `label` is in the language of the request. */
  fields: z.array(z.object({ name: z.string(), label: z.string(), isRequired: z.boolean() })),
  /** Nothing is changed by it. */
  dryRun: outcomes,
  run: outcomes,
  /** Of the rows that created or changed something: those put back, and those that others changed since. */
  undo: z.object({ rows: count, undone: count, kept: count }),
  /** Whether the first fault ends the import, and all of it is undone; null before it begins. */
  isAllOrNothing: z.boolean().nullable(),
  createdOn: z.string(),
});
export type ImportDetail = z.output<typeof importDetail>;

export const importRow = z.object({
  /** As spreadsheets count, from 1; the headings are in the first. */
  rowNumber: z.int(),
  /** What it is called: the first of its cells that has something. */
  text: z.string(),
  outcome: z.enum(importOutcomes).nullable(),
  recordId: z.string().nullable(),
  /** The fields that are given another value. */
  fields: z.array(z.string()),
  error: errorBody.omit({ current: true }).nullable(),
  /** Of an import that was undone: whether this row was; null for what was not its matter. */
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
 * Imports (TL-09): the rows of a file become records of an area, by the calls that create and save one, for whoever may make
 * those. Each is its owner's alone. What works through the rows takes some at a time and is called until none is left.
 */
export const imports = defineArea("imports", {
  create: {
    ...own,
    method: "POST",
    path: "/imports",
    summary:
      "Reads a file (xlsx, csv) and keeps its rows; nothing else is done yet. The id is the caller's: sent again, it is the same import.",
    affects: ["imports"],
    body: z.object({ id: z.guid().max(36), area: text(100).min(1), file: upload(importRules).optional() }),
    upload: { ...importRules, isStreamed: true },
    response: importDetail,
  },
  list: {
    ...own,
    method: "GET",
    path: "/imports",
    summary:
      "One's imports of the last weeks that changed something, into an area or into all, the newest first.",
    query: z.object({ area: text(100).optional() }),
    response: z.array(importDetail),
  },
  detail: {
    ...own,
    method: "GET",
    path: one,
    summary: "One import, and how far it is.",
    response: importDetail,
  },
  saveColumns: {
    ...own,
    method: "PUT",
    path: `${one}/columns`,
    summary: "Says which field each column fills, null for none; the dry run begins anew.",
    affects: ["imports"],
    body: z.object({ fields: z.array(z.string().max(100).nullable()).max(maxImportColumns) }),
    response: importDetail,
  },
  dryRun: {
    ...step,
    path: `${one}/dry-run`,
    summary:
      "Does what the import would do with the next rows, and takes it back; called until all had their turn.",
  },
  run: {
    ...step,
    path: `${one}/run`,
    summary:
      "Imports the next rows; called until all had their turn. All or nothing takes a dry run without faults, and stops at a fault.",
    body: z.object({ isAllOrNothing: z.boolean() }),
  },
  undo: {
    ...step,
    path: `${one}/undo`,
    summary:
      "Deletes what the import has created and puts back what it has changed, the last rows first, but for what others changed since; called until all had their turn.",
  },
  rows: {
    ...own,
    method: "GET",
    path: `${one}/rows`,
    summary: "A page of the rows with what would become of them, or became of them.",
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
    summary:
      "The rows that are faulty, with what is wrong, as a csv file to be corrected and imported again.",
    response: fileResponse,
  },
});
