import type { UploadRules } from "./files";

/** Files that are imported: as exports are, or the same as text. */
export const importRules = {
  megabytes: 50,
  types: ["xlsx", "xlsm", "csv", "tsv", "txt"],
} as const satisfies UploadRules;
export const maxImportRows = 200_000;
export const maxImportColumns = 200;
/** Headings stand in one of the first rows. */
export const maxHeadingRow = 1_000;

/** What may stand between the cells of a text. */
export const importSeparators = [";", ",", "\t", "|", ":", "^", "~", "!", "#", "&", "*"] as const;

/** Possible and actual outcome of a row. */
export const importOutcomes = ["created", "changed", "unchanged", "faulty"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];
