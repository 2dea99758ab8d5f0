import { createReadStream, readdirSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { pipeline } from "node:stream";
import { securityHeadersOfFiles } from "../core/security-headers";
import { isBelowApi, pathOfTarget } from "../http/target";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** File suffixes, in order of preference. */
const codings = { br: ".br", gzip: ".gz" } as const;
type Coding = keyof typeof codings;

interface StaticFile {
  path: string;
  type: string;
  /** Size in bytes, plain and in each precompressed encoding. */
  sizes: { plain: number } & { [Name in Coding]?: number };
}

const below = /\/_next\/static\/(.+)$/;

/**
 * Serves the build's files for browsers, precompressed: smaller than compression on the fly, at no cost. Names change with
 * their content, so browsers cache them. (sirv 3 leaves a file open when the client disconnects, and accepts `br;q=0`.)
 * @param directories static files of this build and of earlier ones, which open pages still request
 */
export function staticFiles(directories: readonly string[]) {
  let known: Map<string, StaticFile> | undefined;
  /** @returns whether the request is answered; unknown files are left to Next */
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = "", headers } = request;
    const path = pathOfTarget(url);
    const name = isBelowApi(path) ? undefined : below.exec(path)?.[1];
    if (name === undefined || (method !== "GET" && method !== "HEAD") || headers.range) return false;
    known ??= new Map(directories.toReversed().flatMap((directory) => [...filesIn(directory)]));
    const file = known.get(name);
    if (!file) return false;
    const coding = codingFor(headers["accept-encoding"]?.toString() ?? "", file);
    response.writeHead(200, {
      ...securityHeadersOfFiles,
      "content-type": file.type,
      "content-length": coding ? file.sizes[coding] : file.sizes.plain,
      ...(coding && { "content-encoding": coding }),
      vary: "accept-encoding",
      "cache-control": "public, max-age=31536000, immutable",
    });
    if (method === "HEAD") response.end();
    // A broken connection ends the reading; no client remains.
    else pipeline(createReadStream(file.path + (coding ? codings[coding] : "")), response, () => {});
    return true;
  };
}

/** Files by path below the directory, with `/`; only these are ever read. */
function filesIn(directory: string): Map<string, StaticFile> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  const all = new Set(names);
  return new Map(
    names.flatMap((name) => {
      const type = types[extname(name)];
      if (!type) return [];
      const path = join(directory, name);
      const sizes: StaticFile["sizes"] = { plain: statSync(path).size };
      for (const [coding, ending] of Object.entries(codings))
        if (all.has(name + ending)) sizes[coding as Coding] = statSync(path + ending).size;
      return [[name.split(sep).join("/"), { path, type, sizes }] as const];
    }),
  );
}

function codingFor(accepted: string, { sizes }: StaticFile): Coding | undefined {
  const wanted = accepted.split(",").map((part) => part.trim().toLowerCase());
  return (Object.keys(codings) as Coding[]).find(
    (coding) => sizes[coding] !== undefined && wanted.some((part) => isCoding(part, coding)),
  );
}

/** `br` or `br;q=0.8`, but not `br;q=0` (RFC 9110, section 12.5.3). */
function isCoding(part: string, coding: Coding): boolean {
  const [name, weight = ""] = part.split(";").map((piece) => piece.trim());
  return name === coding && !/^q=0(?:\.0{0,3})?$/.test(weight);
}
