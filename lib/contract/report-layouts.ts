import * as z from "zod";
import { bytesPerMegabyte, type UploadRules, upload } from "../validation/files";
import type { RuleParams } from "../validation/messages";
import { fileName } from "../validation/rules";
import { requiredText, text } from "../validation/text";
import { column } from "./columns";
import { maxFiltersLength } from "./filters";
import { instant, orAsText, recordVersion, trace } from "./schemas";

// What belongs to a report: its layouts, what can stand in them, and the documents that are made of them.

/** A docx is checked and can be filled; an rpx is kept for the programs that read it. */
export const layoutRules = { megabytes: 300, types: ["docx", "rpx"] } as const satisfies UploadRules;

/** The largest docx that is filled, in MB; larger ones are kept as they are. */
export const filledLayoutMegabytes = 30;

/** @param size in bytes, of a docx */
export const isTooLargeToFill = (size: number): boolean => size > filledLayoutMegabytes * bytesPerMegabyte;

/** What a layout's placeholder stands for. */
export const placeholderKinds = ["text", "number", "boolean", "day", "dateTime", "image", "list"] as const;
export type PlaceholderKind = (typeof placeholderKinds)[number];

/** What can stand in a report's layouts. */
export const placeholder = z.object({
  /** As it is written between braces, such as `organisation.city`. */
  name: z.string(),
  kind: z.enum(placeholderKinds),
  /** Known between the beginning and the end of the list of rows alone. */
  isOfRow: z.boolean(),
  /** The list within the rows between whose beginning and end alone it is known; empty for what is known in the whole row. */
  list: z.string(),
});
export type Placeholder = z.output<typeof placeholder>;

/** What is noticed in a layout that is filled all the same. */
export const layoutProblems = ["unknown", "foreign", "field", "link", "tooLarge", "noRows"] as const;

export const layoutProblem = z.object({
  problem: z.enum(layoutProblems),
  /** As it stands in the layout. */
  text: z.string(),
  /** Where: a paragraph of the document from 1 on; null for what is in none. */
  paragraph: z.int().nullable(),
  /** What may be meant; empty where nothing is like it. */
  suggestion: z.string(),
});
export type LayoutProblem = z.output<typeof layoutProblem>;

export const reportLayout = z.object({
  reportLayoutId: z.string(),
  reportLayoutName: z.string(),
  reportLayoutNameTranslation: column.translations(100).response,
  /** Its name in the language of the request. */
  reportLayoutNameTranslated: z.string(),
  /** Without its extension. */
  fileName: z.string(),
  fileExtension: z.string(),
  /** Bytes. */
  fileSize: z.int(),
  description: z.string(),
  /** Counts up with each new file. */
  syncVersion: z.int(),
  /** Whether it can be filled with the report's data. */
  isFillable: z.boolean(),
  problemCount: z.int(),
  ...trace,
  version: recordVersion,
});
export type ReportLayout = z.output<typeof reportLayout>;

export const reportLayoutDetail = reportLayout.extend({
  /** The placeholders that it has, as they are written there. */
  placeholders: z.array(z.string()),
  problems: z.array(layoutProblem),
});
export type ReportLayoutDetail = z.output<typeof reportLayoutDetail>;

export const reportLayoutVersion = z.object({
  syncVersion: z.int(),
  fileName: z.string(),
  fileExtension: z.string(),
  fileSize: z.int(),
  createdOn: instant,
  createdBy: z.string(),
  /** Placeholders that the version before did not have, and those that it had. */
  added: z.array(z.string()),
  removed: z.array(z.string()),
});
export type ReportLayoutVersion = z.output<typeof reportLayoutVersion>;

const translation = orAsText(column.translations(100).given);

/** A form: what is no text is sent as JSON. Without a file it is refused once the rest is right. */
export const reportLayoutBody = z.object({
  reportLayoutName: requiredText(100),
  reportLayoutNameTranslation: translation.optional(),
  fileName: fileName().min(1),
  description: text(1000).default(""),
  file: upload(layoutRules).optional(),
});

/** The schema of the form that adds a layout. */
export const reportLayoutCreate = reportLayoutBody.extend({
  file: upload(layoutRules).refine((file) => file, { params: { rule: "fileMissing" } satisfies RuleParams }),
});

/** What is left out stays as it is (FM-10); a file that comes along is the next version. */
export const reportLayoutEdit = z.object({
  reportLayoutName: requiredText(100).optional(),
  reportLayoutNameTranslation: translation.optional(),
  fileName: fileName().min(1).optional(),
  description: text(1000).optional(),
  file: upload(layoutRules).optional(),
  version: orAsText(recordVersion).optional(),
});

/**
 * The rows of a document, as the list of what the report tells of is asked for them: what does not fit that list is refused as it would
 * be there. Without an order, rows are sorted by name.
 */
export const chosenRows = {
  phrase: text(200).default(""),
  sortBy: z.string().max(100).optional(),
  sortDir: z.string().max(10).optional(),
  /** As the list takes them, such as `name:contains:miller;createdOn:from:2026-01-01`. */
  filters: z.string().max(maxFiltersLength).optional(),
};
export type ChosenRows = z.output<z.ZodObject<typeof chosenRows>>;

export const reportDocumentStates = ["waiting", "running", "done", "failed"] as const;

/** A document that is made, or was, while nobody waits for it. */
export const reportDocument = z.object({
  reportDocumentId: z.string(),
  documentName: z.string(),
  /** What its rows were searched for. */
  phrase: z.string(),
  state: z.enum(reportDocumentStates),
  rowCount: z.int(),
  /** Of as many rows it has been dealt with by now. */
  rowsDone: z.int(),
  /** Bytes, once it is made. */
  fileSize: z.int().nullable(),
  createdOn: instant,
  finishedOn: instant.nullable(),
});
export type ReportDocument = z.output<typeof reportDocument>;
