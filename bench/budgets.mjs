/**
 * Limits of compressed JavaScript, in kB with headers, that each kind of view loads with a cold cache. Enforced by
 * tests/e2e/budgets.spec.ts, printed by the bench. Raising one is a decision, not a fix.
 * @type {Readonly<Record<string, number>>}
 */
export const budgets = {
  "/": 242,
  "/users": 266,
  "/roles": 262,
  "/search?collection=users": 267,
  "/attachments": 298,
  "/users/new": 307,
  "/my-account": 300,
  "/roles/new": 334,
};

/**
 * The same for views of the host tenant only.
 * @type {Readonly<Record<string, number>>}
 */
export const budgetsOfHost = {
  "/tenants": 262,
  "/tenants/new": 344,
};

/** The requirement for the users list, independent of its budget. */
export const maxForUsersList = 280;

/**
 * The users list as a whole page with a cold cache, with names beyond English letters: its requests, and the compressed
 * kB of its HTML and its fonts.
 */
export const budgetsOfUsersPage = { requests: 14, html: 15, fonts: 45 };

/**
 * Texts that occur only in the named part's code: parts that are loaded on use, and never with a list.
 * @type {Readonly<Record<string, string>>}
 */
export const heavyParts = {
  "rich text (lexical)": "__lexicalEditor",
  "schemas (zod)": "ZodError",
  "forms (react-hook-form)": "shouldUseNativeValidation",
  "workbooks (exceljs)": "exceljs",
  "documents (pdf)": "pdfjs",
  "live updates (signalr)": "signalr",
  "calendar (react-day-picker)": "rdp-",
  "command palette": "found:all",
  "icon gallery": "lucide-react/dynamic",
};
