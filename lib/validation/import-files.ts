import type { UploadRules } from "./files";

/** Importable files: the format of exports, or text. */
export const importRules = {
  megabytes: 50,
  types: ["xlsx", "xlsm", "csv", "tsv", "txt"],
} as const satisfies UploadRules;
export const maxImportRows = 200_000;
export const maxImportColumns = 200;
/** Last row that may contain the headings. */
export const maxHeadingRow = 1_000;

/** Possible cell separators of a text. */
export const importSeparators = [";", ",", "\t", "|", ":", "^", "~", "!", "#", "&", "*"] as const;

/** Possible and actual outcome of a row. */
export const importOutcomes = ["created", "changed", "unchanged", "faulty"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];
