// Talks to ./probe.mjs in the product's processes, and attributes a profile's time to parts.
import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { SourceMap } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../scripts/lib/root.mjs";

/** @typedef {{ id: number, callFrame: { functionName: string, url: string, lineNumber: number, columnNumber: number }, children?: number[] }} ProfileNode */
/** @typedef {{ nodes: ProfileNode[], samples: number[], timeDeltas: number[] }} Profile */

/**
 * @param {string} directory PROBE_DIR of the process
 * @param {number} pid
 * @param {"reset" | "counts" | "profile" | "profiled"} what
 * @returns {Promise<any>}
 */
export function probe(directory, pid, what) {
  return new Promise((resolve, reject) => {
    request({ socketPath: join(directory, `${pid}.sock`), path: `/${what}` }, async (response) => {
      let text = "";
      for await (const part of response.setEncoding("utf8")) text += part;
      resolve(JSON.parse(text));
    })
      .on("error", reject)
      .end();
  });
}

/** Node's own work counts towards the part that caused it; the rest, and work of no part, is listed as this. */
const other = "HTTP and sockets";

/** The part of a function, by its file in the project and its name; the first match counts. */
const parts = /** @type {const} */ ([
  // Work of the profiler itself.
  ["idle", /^:(?:\(idle\)|dispatch)$/],
  ["garbage collection", /^:\(garbage collector\)$/],
  ["native code", /^:\((?:program|root)\)$/],
  ["socket writes", /^:write|:(?:writev?Generic|_writeGeneric|writeLatin1String|doWrite)$/],
  ["JSON", /^:(?:parse|stringify)$|pipeline\.ts:shape$|secure-json-parse/],
  [
    "guard",
    /lib\/server\/bff\/(?:before-next|request-guard|target|internal-headers|static-files|networks)|lib\/server\/http\/framing/,
  ],
  ["session store", /lib\/server\/session\/(?:.*-store|store|ended|store-names)\./],
  ["cookie", /lib\/(?:server\/)?session\/|node_modules\/(?:jose|next-auth|cookie)\//],
  ["forward", /lib\/server\/|node_modules\/undici\//],
  ["Next", /node_modules\/next\//],
  [
    "identify",
    /backend\/(?:http\/(?:identify|authenticate|credentials|permission)|access\/(?:permission-cache|offered))/,
  ],
  ["input schema", /backend\/http\/input\./],
  ["schema", /node_modules\/zod\/|lib\/contract\/|lib\/validation\//],
  ["statements", /backend\/database\/|node_modules\/sql-template-tag\//],
  ["database client", /node_modules\/(?:pg|pg-protocol|pg-pool|pg-types|postgres-\w+|@electric-sql)\//],
  ["handler", /backend\/(?:areas|records|access|attributes)\//],
  [
    "pipeline",
    /backend\/|lib\/|node_modules\/(?:fastify|find-my-way|avvio|@fastify|prom-client|pino|process-warning)\//,
  ],
  [other, /^node:(?:_http|net|internal\/(?:stream_base|streams\/(?:readable|writable)))/],
]);

/**
 * Milliseconds of each part of a profile.
 * @param {Profile} profile
 * @returns {Map<string, number>}
 */
export function timeByPart({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  /** @type {Map<number, string>} */
  const known = new Map();
  /** @param {number} id @returns {string} */
  const partOf = (id) => {
    const found = known.get(id) ?? named(id);
    known.set(id, found);
    return found;
  };
  /** @param {number} id */
  const named = (id) => {
    const name = nameOf(/** @type {ProfileNode} */ (byId.get(id)));
    const parent = parents.get(id);
    const [part] = parts.find(([, fits]) => fits.test(name)) ?? [];
    return part ?? (parent === undefined ? other : partOf(parent));
  };
  const times = new Map();
  for (const [index, id] of samples.entries()) {
    const part = partOf(id);
    times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
  }
  return times;
}

/**
 * The functions with the most time, for closer inspection.
 * @param {Profile} profile
 * @param {number} count
 */
export function longest({ nodes, samples, timeDeltas }, count) {
  const names = new Map(nodes.map((node) => [node.id, nameOf(node)]));
  const times = new Map();
  for (const [index, id] of samples.entries())
    times.set(names.get(id), (times.get(names.get(id)) ?? 0) + (timeDeltas[index] ?? 0) / 1000);
  return [...times].sort(([, a], [, b]) => b - a).slice(0, count);
}

/** @param {ProfileNode} node @returns {string} `file:function`, with the file as it is called in the project */
function nameOf({ callFrame: { url, functionName, lineNumber, columnNumber } }) {
  if (!url.startsWith("file:") && !url.startsWith("/")) return `${url}:${functionName}`;
  const file = url.startsWith("file:") ? fileURLToPath(url) : url;
  const mapped = mapOf(file);
  const entry = /** @type {any} */ (mapped?.map.findEntry(lineNumber, columnNumber));
  const source = entry?.originalSource?.replace(/^file:\/\//, "");
  return `${relative(root, mapped && source ? resolve(mapped.folder, source) : file)}:${functionName}`;
}

/** @type {Map<string, { map: SourceMap, folder: string } | undefined>} */
const maps = new Map();

/** @param {string} file of a build; the web process runs from a copy (scripts/lib/web-copy.mjs) */
function mapOf(file) {
  if (!maps.has(file)) {
    const path = `${file.replace(/^.*(?=\.next\/server\/chunks\/)/, `${root}/`)}.map`;
    const map = existsSync(path) && new SourceMap(JSON.parse(readFileSync(path, "utf8")));
    maps.set(file, map ? { map, folder: dirname(path) } : undefined);
  }
  return maps.get(file);
}
