import type { UploadRules } from "./files";

/** Files for import: like exports, or the same as text. */
export const importRules = { megabytes: 50, types: ["xlsx", "csv", "txt"] } as const satisfies UploadRules;
export const maxImportRows = 200_000;
export const maxImportColumns = 200;

/** Possible and actual outcome of a row. */
export const importOutcomes = ["created", "changed", "unchanged", "faulty"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];
