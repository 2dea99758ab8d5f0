import * as z from "zod";
import { bytesPerMegabyte, type UploadRules, upload } from "../validation/files";
import type { RuleParams } from "../validation/messages";
import { fileName } from "../validation/rules";
import { exactText, requiredText, text } from "../validation/text";
import { column } from "./columns";
import { maxFiltersLength } from "./filters";
import { created, defineList } from "./lists";
import { instant, orAsText, recordVersion } from "./schemas";

// Parts of a report: its layouts, their placeholders, and the generated documents.

/** A docx is checked and can be filled; an rpx is only stored. */
export const layoutRules = { megabytes: 300, types: ["docx", "rpx"] } as const satisfies UploadRules;

/** Maximum size of a fillable docx, in MB; larger ones are only stored. */
export const filledLayoutMegabytes = 30;

/** @param size in bytes, of a docx */
export const isTooLargeToFill = (size: number): boolean => size > filledLayoutMegabytes * bytesPerMegabyte;

/** The value types of placeholders. */
export const placeholderKinds = ["text", "number", "boolean", "day", "dateTime", "image", "list"] as const;
export type PlaceholderKind = (typeof placeholderKinds)[number];

/** A placeholder of a report's layouts. */
export const placeholder = z.object({
  /** As written between braces, such as `organisation.city`. */
  name: z.string(),
  kind: z.enum(placeholderKinds),
  /** Available only inside the list of rows. */
  isOfRow: z.boolean(),
  /** The nested list inside which it is available; empty if it is available in the whole row. */
  list: z.string(),
});
export type Placeholder = z.output<typeof placeholder>;

/** Problems of a layout that can still be filled. */
export const layoutProblems = ["unknown", "foreign", "field", "link", "tooLarge", "noRows"] as const;

export const layoutProblem = z.object({
  problem: z.enum(layoutProblems),
  /** The text in the layout. */
  text: z.string(),
  /** Paragraph number from 1; null outside paragraphs. */
  paragraph: z.int().nullable(),
  /** A similar valid name; empty if there is none. */
  suggestion: z.string(),
});
export type LayoutProblem = z.output<typeof layoutProblem>;

const shown = { sorted: false, filtered: false } as const;

export const reportLayoutList = defineList({
  reportLayoutId: z.string(),
  reportLayoutName: column.readText(),
  reportLayoutNameTranslation: column.translations(100).response,
  /** Its name in the language of the request. */
  reportLayoutNameTranslated: z.string(),
  /** Without its extension. */
  fileName: column.readText(),
  fileExtension: z.string(),
  /** Bytes. */
  fileSize: column.int({ filtered: false }),
  description: z.string(),
  /** Increased with each new file. */
  syncVersion: z.int(),
  /** Whether it can be filled with the report's data. */
  isFillable: z.boolean(),
  problemCount: z.int(),
  ...created,
  updatedOn: column.instant({ ...shown, optional: true }),
  updatedBy: column.actor({ ...shown, optional: true }),
  version: recordVersion,
});
export type ReportLayout = z.output<typeof reportLayoutList.row>;

export const reportLayoutDetail = reportLayoutList.row.extend({
  /** The placeholders in it, as written. */
  placeholders: z.array(z.string()),
  problems: z.array(layoutProblem),
});
export type ReportLayoutDetail = z.output<typeof reportLayoutDetail>;

export const reportLayoutVersionList = defineList(
  {
    syncVersion: column.int({ filtered: false }),
    fileName: z.string(),
    fileExtension: z.string(),
    /** Placeholders added since the previous version, and those removed. */
    added: column.value(z.array(z.string())),
    removed: z.array(z.string()),
    createdOn: column.instant({ filtered: false }),
    createdBy: column.actor(shown),
    fileSize: column.int(shown),
  },
  { sortDir: "desc" },
);
export type ReportLayoutVersion = z.output<typeof reportLayoutVersionList.row>;

const translation = orAsText(column.translations(100).given);

/** A form: non-text values are sent as JSON. A missing file is reported once the rest is valid. */
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

/** Missing fields stay unchanged (FM-10); a file becomes the next version. */
export const reportLayoutEdit = z.object({
  reportLayoutName: requiredText(100).optional(),
  reportLayoutNameTranslation: translation.optional(),
  fileName: fileName().min(1).optional(),
  description: text(1000).optional(),
  file: upload(layoutRules).optional(),
  version: orAsText(recordVersion).optional(),
});

/**
 * The rows of a document, by the parameters of the list of the reported records, and with its validation. Sorted by name by
 * default.
 */
export const chosenRows = {
  phrase: text(200).default(""),
  sortBy: exactText(0, 100).optional(),
  sortDir: exactText(0, 10).optional(),
  /** In the syntax of lists, such as `name:contains:miller;createdOn:from:2026-01-01`. */
  filters: exactText(0, maxFiltersLength).optional(),
};
export type ChosenRows = z.output<z.ZodObject<typeof chosenRows>>;

export const reportDocumentStates = ["waiting", "running", "done", "failed"] as const;

/** A document generated in the background. */
export const reportDocument = z.object({
  reportDocumentId: z.string(),
  documentName: z.string(),
  /** The search phrase of its rows. */
  phrase: z.string(),
  state: z.enum(reportDocumentStates),
  rowCount: z.int(),
  /** Number of rows processed so far. */
  rowsDone: z.int(),
  /** Bytes, once generated. */
  fileSize: z.int().nullable(),
  createdOn: instant,
  finishedOn: instant.nullable(),
});
export type ReportDocument = z.output<typeof reportDocument>;
