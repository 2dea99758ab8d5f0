/**
 * What each kind of view may load on a cold cache: kB of compressed JavaScript as they come over the wire, headers
 * included. Held by tests/e2e/budgets.spec.ts, printed by the bench. Raising one is a decision, not a mend.
 * @type {Readonly<Record<string, number>>}
 */
export const budgets = {
  "/": 252,
  "/users": 272,
  "/roles": 272,
  "/search?collection=users": 276,
  "/users/new": 330,
  "/my-account": 312,
  "/roles/new": 330,
};

/**
 * The same for views that only the host tenant has.
 * @type {Readonly<Record<string, number>>}
 */
export const budgetsOfHost = {
  "/tenants": 272,
  "/tenants/new": 335,
};

/** The requirement for the users list, whatever its budget. */
export const maxForUsersList = 280;

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
  "icon gallery": "lucide-react/dynamic",
};
