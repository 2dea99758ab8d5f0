// Replaces lib/contract/index.ts in the browser: plain values of each call, without schemas and thus without zod, which
// together are an eighth of the users list's JavaScript. Turbopack runs this (next.config.ts).
const { build } = require("esbuild");

/** Fields removed because no browser code needs them; during development, reading one throws an error with a hint. */
const serverOnly = [
  ...["query", "body", "response", "access", "summary", "apiKey", "confirm"],
  ...["capability", "whileViewing", "embeddable", "navigable", "writes"],
];

/** Derived from the position of a call. */
const derived = ["area", "name"];

/** @this {{ resourcePath: string, async(): (error: unknown, code?: string) => void, addDependency(file: string): void }} */
module.exports = function browserContract() {
  const done = this.async();
  codeOf(this.resourcePath, (file) => this.addDependency(file)).then(
    (code) => done(null, code),
    (error) => done(error),
  );
};

/**
 * @param {string} file the contract's index
 * @param {(file: string) => void} dependOn called with every file read
 * @returns {Promise<string>} an ECMAScript module
 */
async function codeOf(file, dependOn) {
  const { outputFiles, metafile } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    absWorkingDir: process.cwd(),
  });
  for (const input of Object.keys(metafile.inputs)) dependOn(require("node:path").resolve(input));
  // Bundled with its packages, which a data: URL cannot import.
  const address = `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`;
  const { contract, permissionTrees } = await import(address);
  const calls = mapValues(contract, (area) =>
    mapValues(withoutServersOwn(area), (endpoint) => {
      const kept = Object.entries(endpoint).filter(([name]) => ![...serverOnly, ...derived].includes(name));
      // It would be included as useless, large JSON.
      const schema = kept.find(([, value]) => value?.safeParse);
      if (schema) throw new Error(`The browser's contract must not have the schema '${schema[0]}'.`);
      return Object.fromEntries(kept);
    }),
  );
  return `import { permissionNames } from "./permissions";
const calls = ${JSON.stringify(calls)};
for (const [area, own] of Object.entries(calls))
  for (const [name, call] of Object.entries(own)) Object.assign(call, { area, name });
if (process.env.NODE_ENV !== "production") {
  const shared = Object.defineProperties({}, Object.fromEntries(${JSON.stringify(serverOnly)}.map((name) => [name, {
    get() {
      throw new Error("The browser's contract has no '" + name + "': import the schema by its own name.");
    },
  }])));
  for (const own of Object.values(calls)) for (const call of Object.values(own)) Object.setPrototypeOf(call, shared);
}
export const contract = calls;
export const permissionTrees = ${JSON.stringify(permissionTrees)};
export const allPermissions = permissionTrees.flatMap(permissionNames);
export const allEndpoints = Object.values(contract).flatMap((area) => Object.values(area));
`;
}

/** The calls that the BFF forwards. @param {Record<string, { browser?: false }>} area */
function withoutServersOwn(area) {
  return Object.fromEntries(Object.entries(area).filter(([, { browser }]) => browser !== false));
}

/** @param {object} object @param {(value: any) => unknown} change */
function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
