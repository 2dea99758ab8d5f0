/** Subjects of reports; every tenant has one built-in report for each. */
export const reportSources = ["users", "roles", "attachments", "attributes"] as const;
export type ReportSource = (typeof reportSources)[number];
