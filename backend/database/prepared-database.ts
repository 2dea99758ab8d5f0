import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { ifMissing } from "../core/missing-file";
import { migrateEmbedded } from "./migrate";
import { allMigrations } from "./migrations";
import { openPglite } from "./pglite";

// Creating an embedded database takes many times as long as opening one, and always gives the same result: the newest
// schema without rows. The build does it once, and a first start unpacks the archive.

/** `dist/database` beside `dist/api`. */
const folderOfBuild = join(dirname(fileURLToPath(import.meta.url)), "..", "database");

/** Archives of other migrations, or of another version of the embedded database, have other names. */
function archiveName(): string {
  const hash = createHash("sha256");
  for (const { name, text } of allMigrations()) hash.update(`${name}\0${text}\0`);
  const program = createRequire(import.meta.url).resolve("@electric-sql/pglite/pglite.wasm");
  hash.update(String(statSync(program).size));
  return `${hash.digest("hex").slice(0, 16)}.tar.gz`;
}

/** The archive in `folder` for this version; undefined when none has been prepared. */
export function readPreparedDatabase(folder: string): Promise<Buffer | undefined> {
  return readFile(join(folder, archiveName())).catch(ifMissing(undefined));
}

/**
 * Unpacks the prepared database, if any, into `directory`. PGlite could do it, but keeps each file in memory three
 * times.
 */
export async function unpackPreparedDatabase(directory: string, folder = folderOfBuild): Promise<void> {
  const archive = await readPreparedDatabase(folder);
  if (!archive) return;
  const files = gunzipSync(archive);
  const textAt = (at: number, length: number) =>
    files.toString("latin1", at, at + length).replace(/\0.*$/s, "");
  // A 512-byte header precedes each file, which is padded to a multiple of 512.
  for (let at = 0; files[at]; ) {
    const path = join(directory, textAt(at, 100));
    const size = Number.parseInt(textAt(at + 124, 12), 8);
    const isFolder = textAt(at + 156, 1) === "5";
    const begin = at + 512;
    if (isFolder) await mkdir(path, { recursive: true });
    else await writeFile(path, files.subarray(begin, begin + size));
    at = begin + Math.ceil(size / 512) * 512;
  }
}

/** Creates the archive in `folder` if missing, and removes archives of other versions. */
export async function prepareDatabase(folder: string): Promise<void> {
  const name = archiveName();
  await mkdir(folder, { recursive: true });
  const archives = (await readdir(folder)).filter((file) => file.endsWith(".tar.gz"));
  if (!archives.includes(name)) {
    const pglite = await openPglite();
    await migrateEmbedded(pglite);
    const archive = await pglite.dumpDataDir("gzip");
    await pglite.close();
    // Complete before it gets the name under which others read it.
    const draft = join(folder, `draft-${process.pid}`);
    await writeFile(draft, Buffer.from(await archive.arrayBuffer()));
    await rename(draft, join(folder, name));
  }
  for (const file of archives) if (file !== name) await rm(join(folder, file), { force: true });
}
