/** What reports tell of: one report for each, which every tenant has from the beginning. */
export const reportSources = ["users", "roles", "attachments", "attributes"] as const;
export type ReportSource = (typeof reportSources)[number];
