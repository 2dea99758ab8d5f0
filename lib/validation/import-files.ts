import type { UploadRules } from "./files";

/** Files that are imported: as exports are, or the same as text. */
export const importRules = { megabytes: 50, types: ["xlsx", "csv", "txt"] } as const satisfies UploadRules;
export const maxImportRows = 200_000;
export const maxImportColumns = 200;

/** What becomes of a row, or became of it. */
export const importOutcomes = ["created", "changed", "unchanged", "faulty"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];
