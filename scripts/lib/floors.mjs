// Which folder may import which: each room lists its folders from the lowest floor up, and a folder imports only lower ones.
// See docs/decisions/0002 and docs/decisions/0066.

/**
 * @typedef {readonly [folder: string, contents: string]} Floor `.` means the files of the room itself
 * @typedef {{ path: string, text: string }} Source
 */

/** @type {Readonly<Record<string, readonly Floor[]>>} rooms by their folder */
export const floors = {
  lib: [
    ["areas", "names of the areas"],
    ["html", "allowed HTML"],
    ["live", "events of the server's hub"],
    ["preferences", "languages, time zones and formats to choose from"],
    ["format", "dates, numbers, sizes and folded texts"],
    ["ooxml", "ZIP archives and formats of office documents"],
    ["session", "cookies and answers about a session"],
    ["i18n", "messages by language and namespace"],
    ["tenancy", "tenants in addresses"],
    ["validation", "rules of fields, for forms and API"],
    ["settings", "settings of a user"],
    ["theme", "colours of a theme"],
    ["contract", "every call of the API with its schemas and permission"],
    ["installation", "settings of the installation that browsers know"],
    ["client", "code for browsers"],
    ["server", "code for the web process, some of it for the API too"],
  ],
  "lib/client": [
    ["api", "calls, their errors and cached answers"],
    ["live", "events from the server"],
    ["tenancy", "change of the tenant"],
    [".", "small browser helpers"],
    ["drafts", "unsaved input, kept in the browser"],
    ["settings", "writing a user's settings"],
    ["tabs", "open tabs and addresses"],
    ["theme", "the theme in use"],
    ["i18n", "the language in use"],
    ["permissions", "what the user may do"],
    ["session", "the session's end"],
    ["format", "values in the user's format"],
    ["preferences", "settings of views"],
  ],
  "lib/server": [
    ["core", "errors, bounded maps, circuit breaker, security headers"],
    ["telemetry", "metrics, traces and log lines"],
    ["config", "settings of the processes"],
    ["oidc", "calls to identity providers"],
    ["tenancy", "tenant of a request"],
    ["http", "requests to the API and responses"],
    ["session", "sign-in, session store, renewal, sign-out"],
    ["bff", "the proxy in front of the API"],
  ],
  backend: [
    ["core", "errors, languages, network addresses, locks"],
    ["config", "settings of the API"],
    ["queues", "fair queues and limiters"],
    ["mail", "mail"],
    ["database", "connections, transactions, migrations"],
    ["files", "file store, thumbnails, conversions"],
    ["oidc", "tokens of identity providers"],
    ["organisation", "appearance of an organisation"],
    ["credentials", "credentials of a request"],
    ["endpoint", "context, input and errors of a handler"],
    ["lists", "pages, filters and sorting"],
    ["members", "roles and their holders"],
    ["attributes", "values and formulas of attributes"],
    ["audit", "history of changes"],
    ["notifications", "notifications"],
    ["access", "passwords, throttles and ended memberships"],
    ["api-keys", "API keys"],
    ["export", "export of lists"],
    ["deferred", "work in the background"],
    ["backup", "backup and restore"],
    ["identity", "who sends a request"],
    ["records", "create, read, update, delete and restore"],
    ["http", "pipeline of a request"],
    ["live", "events to browsers"],
    ["attachments", "attached files"],
    ["system", "checks of the installation"],
    ["areas", "endpoints, one folder per area"],
    [".", "the API process"],
    ["seed", "sample data"],
    ["conformance", "check of servers against the contract"],
  ],
  components: [
    ["ui", "buttons, dialogs and inputs without knowledge of the product"],
    ["errors", "error texts and pages"],
    ["loading", "code loaded on demand"],
    ["login", "sign-in"],
    ["invitation", "acceptance of an invitation"],
    ["password-reset", "setting a forgotten password"],
    ["resource", "what areas share: tables, forms, fields, history"],
    ["share", "page of a shared file"],
    ["area", "what an area declares, and the installed areas as a context"],
    ["shell", "tabs, menus, palette, session"],
    ["areas", "views, one folder per area"],
  ],
  "components/resource": [
    [".", "parts without a folder"],
    ["list", "state and calls of a list"],
    ["theme", "logo and colours"],
    ["upload", "dropped and pasted files"],
    ["values", "values as text"],
    ["export", "export of a list"],
    ["form", "forms, drafts and conflicts"],
    ["search", "search form"],
    ["fields", "fields of a form"],
    ["password", "setting a password, resetting second factors"],
    ["viewer", "viewers of files"],
    ["attributes", "fields and values of attributes"],
    ["filters", "filters of a list"],
    ["table", "tables"],
    ["permissions", "permissions as a table"],
    ["history", "history of a record"],
    ["reports", "documents filled from a list"],
    ["picker", "choice of records"],
    ["record", "views and import of records"],
    ["api-keys", "API keys"],
    ["sessions", "list of a user's sessions"],
    ["attachments", "attached files"],
  ],
  "components/shell": [
    ["bell", "notifications"],
    ["language", "choice of the language"],
    ["messages", "toasts and failed calls"],
    ["tabs", "tab strip and panels"],
    ["session", "end of a session, sign-out"],
    ["tenant", "choice of the tenant"],
    ["palette", "command palette"],
    [".", "the workspace"],
  ],
};

/** Folders with subfolders that do not import each other. */
const separate = ["backend/areas", "components/areas"];

/** Forbidden imports between rooms: importing folder, pattern of imported paths, reason. */
const refused = /** @type {const} */ ([
  ["lib/", /^(?:app|backend|components)\//, "lib is below everything else"],
  ["lib/server/", /^lib\/client\//, "lib/client runs in browsers, and where pages are rendered"],
  ["lib/client/", /^lib\/server\//, "lib/server runs in the web process and the API alone"],
  [
    "backend/",
    /^(?:app|components|lib\/client)\/|^(?:next|react|react-dom)(?:\/|$)/,
    "the API imports lib and itself alone",
  ],
  [
    "components/",
    /^(?:app|backend|lib\/server)\//,
    "components import components and lib, without lib/server",
  ],
  ["app/", /^backend\//, "the front end knows the API by lib/contract alone"],
]);

const imported = /(?:from|import)\s*\(?\s*"([^"]+)"/g;

/**
 * Checks imports against the floors, types included.
 * @param {readonly Source[]} sources paths relative to the project's folder
 * @param {(from: string, specifier: string) => string} resolve path of an imported file, or the name of a package
 * @returns {string[]} one line for each problem
 */
export function checkFloors(sources, resolve) {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(imported)].flatMap(([, specifier = ""]) => {
      const target = resolve(path, specifier);
      const problem = problemOf(path, target);
      return problem ? [`${path} imports ${target}: ${problem}.`] : [];
    }),
  );
}

/** @param {string} from @param {string} to @returns {string | undefined} */
function problemOf(from, to) {
  for (const [folder, pattern, why] of refused) if (from.startsWith(folder) && pattern.test(to)) return why;
  for (const folder of separate) {
    const [one, other] = [childOf(folder, from), childOf(folder, to)];
    if (one && other && one !== other && one !== "." && other !== ".") return "areas do not import areas";
  }
  for (const [room, list] of Object.entries(floors)) {
    const [one, other] = [childOf(room, from), childOf(room, to)];
    if (one === undefined || other === undefined || one === other) continue;
    const at = list.findIndex(([folder]) => folder === one);
    const target = list.findIndex(([folder]) => folder === other);
    if (at === -1 || target === -1)
      return `${room}/${at === -1 ? one : other} has no floor in scripts/lib/floors.mjs`;
    if (target > at) return `in ${room}, ${one} is below ${other}`;
  }
  return undefined;
}

/**
 * Returns the room's folder that contains a file, `.` for the room itself; undefined outside of it.
 * @param {string} room
 * @param {string} path
 */
function childOf(room, path) {
  if (!path.startsWith(`${room}/`)) return undefined;
  const [folder = "", ...rest] = path.slice(room.length + 1).split("/");
  return rest.length === 0 ? "." : folder;
}

/** The folders as the tables of docs/folders.md, from the highest floor down. */
export function foldersAsMarkdown() {
  return Object.entries(floors)
    .map(([room, list]) => {
      const rows = list
        .filter(([folder]) => folder !== ".")
        .toReversed()
        .map(([folder, contents]) => `| \`${room}/${folder}/\` | ${contents} |`);
      return [`| ${room} | contents |`, "|---|---|", ...rows].join("\n");
    })
    .join("\n\n");
}
