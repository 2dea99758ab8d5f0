// `npm run new:area -- suppliers "supplierName:text!, email:email, rating:number, since:day, note:html"`: creates the files
// described in docs/adding-an-area.md, as a starting point.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { insertLine, linesOf } from "./lib/area-lists.mjs";
import { CliError, run } from "./lib/cli-error.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { filesOf, readNewArea } from "./lib/new-area.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import { root } from "./lib/root.mjs";

const inRoot = (/** @type {string} */ path) => join(root, path);

/** @param {string} folder @returns {string[]} the code in it */
const codeIn = (folder) =>
  readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => readFileSync(join(inRoot(folder), path), "utf8"));

/** Names used by addresses, calls, folders and tables. */
function reservedNames() {
  const words = readFileSync(inRoot("lib/tenancy/identifier.ts"), "utf8").match(/"[a-z-]+"/g) ?? [];
  const folders = ["backend/areas", "components/areas", "lib/contract", "messages/en"].flatMap((folder) =>
    readdirSync(inRoot(folder)).map((name) => name.replace(/\..*$/, "")),
  );
  const tables = readdirSync(inRoot("backend/migrations"))
    .filter((name) => name.endsWith(".sql"))
    .flatMap((name) => [
      ...readFileSync(inRoot(`backend/migrations/${name}`), "utf8").matchAll(/^create table (\w+)/gm),
    ])
    .map(([, table = ""]) => table.replaceAll("_", "-"));
  return new Set([...words.map((word) => word.slice(1, -1)), ...folders, ...tables]);
}

/** After all others, in roles and in menus. */
function nextPlace() {
  const places = [...codeIn("lib/contract"), ...codeIn("components/areas")].flatMap((code) =>
    [...code.matchAll(/\bplace: (\d+)/g)].map(([, place]) => Number(place)),
  );
  return Math.max(...places) + 10;
}

/** @param {string} list @param {string} line */
function insert(list, line) {
  writeFileSync(inRoot(list), insertLine(readFileSync(inRoot(list), "utf8"), line));
}

await run(async () => {
  checkNodeVersion();
  const area = readNewArea(process.argv.slice(2), reservedNames());
  await ensureInstalled({ development: true });
  const migrations = readdirSync(inRoot("backend/migrations")).map((name) => Number.parseInt(name, 10));
  const files = filesOf(area, {
    migration: Math.max(...migrations.filter(Number.isInteger)) + 1,
    place: nextPlace(),
    languages: readdirSync(inRoot("messages")),
  });
  const view = `"${area.record.charAt(0).toUpperCase()}${area.record.slice(1)}View"`;
  if (codeIn("lib/contract").some((code) => code.includes(view)))
    throw new CliError(`No area can be called "${area.area}": another one has the view ${view}.`);
  const existing = [...files.keys()].find((path) => existsSync(inRoot(path)));
  if (existing) throw new CliError(`${existing} is there already. Nothing was written.`);
  for (const [path, text] of files) {
    mkdirSync(dirname(inRoot(path)), { recursive: true });
    writeFileSync(inRoot(path), text);
  }
  const lines = linesOf(area);
  const before = [...lines.keys()].map(
    (list) => /** @type {const} */ ([list, readFileSync(inRoot(list), "utf8")]),
  );
  for (const [list, line] of lines) insert(list, line);
  const written = [...files.keys(), ...lines.keys()];
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      "node_modules/@biomejs/biome/bin/biome",
      "check",
      "--write",
      ...written.filter((path) => !path.endsWith(".sql")),
    ],
    { cwd: root, encoding: "utf8" },
  );
  if (status !== 0) {
    for (const [list, text] of before) writeFileSync(inRoot(list), text);
    for (const path of files.keys()) rmSync(inRoot(path));
    for (const folder of ["backend/areas", "components/areas"]) rmdirSync(inRoot(`${folder}/${area.area}`));
    throw new CliError(`Nothing was written, since it could not be formatted:\n${stderr}`);
  }
  const listed = (/** @type {Iterable<string>} */ paths) => [...paths].map((path) => `  ${path}`).join("\n");
  console.log(`Written:
${listed(files.keys())}
and a line in each of:
${listed(lines.keys())}

One of ${area.area} is called ${area.record}. Where that is wrong, take all of this back and say so:
  npm run new:area -- ${area.area}:${area.record} "…"

Now, see docs/adding-an-area.md:
  npm run check:messages     names the texts that wait to be translated
  npm test -- --only api backend/areas/${area.area}
  npm start`);
});
