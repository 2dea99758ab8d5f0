/**
 * What each kind of view may load on a cold cache: kB of compressed JavaScript as they come over the wire, headers
 * included. Held by tests/e2e/budgets.spec.ts, printed by the bench. Raising one is a decision, not a mend.
 * @type {Readonly<Record<string, number>>}
 */
export const budgets = {
  "/": 239,
  "/users": 256,
  "/roles": 256,
  "/search?collection=users": 260,
  "/attachments": 290,
  "/users/new": 300,
  "/my-account": 292,
  "/roles/new": 331,
};

/**
 * The same for views that only the host tenant has.
 * @type {Readonly<Record<string, number>>}
 */
export const budgetsOfHost = {
  "/tenants": 256,
  "/tenants/new": 339,
};

/** The requirement for the users list, whatever its budget. */
export const maxForUsersList = 280;

/**
 * What a whole page of the users list is made of on a cold cache, with names that need more than English letters: its
 * requests, the compressed kB of its HTML, and those of its fonts.
 */
export const budgetsOfUsersPage = { requests: 14, html: 15, fonts: 45 };

/**
 * Texts that only the named part's code has: parts that are loaded where they are used, and never with a list.
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
  "command palette (cmdk)": "cmdk-input",
  "icon gallery": "lucide-react/dynamic",
};
