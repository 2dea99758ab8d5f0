// See docs/decisions/0116.

import { lstat, readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Config } from "../config/config";
import { StartError } from "../core/start-error";
import { refuseNewerSchema } from "../database/migrate";
import { sql } from "../database/sql";
import { namedFiles } from "../deferred/sweep";
import { fileKinds } from "../deferred/sweep-kinds";
import { type FileStore, fileKey } from "../files/store";
import { type ArchiveWriter, writeArchive } from "./archive-writer";
import { blockName, dataPrefix, filesPrefix, type Manifest, makeHeader } from "./manifest";
import { type Snapshot, withSnapshot } from "./snapshot";
import { listTables, readSequences, type Table } from "./tables";

const compress = promisify(gzip);

/** Bytes of a block of rows before compression. */
const blockSize = 4 * 1024 * 1024;
const newline = 10;
/** Keys of lost files in the manifest. */
const maxLost = 100;

export interface BackupResult extends Pick<Manifest, "files" | "lost"> {
  file: string;
  rows: number;
  bytes: number;
}

/**
 * Writes database, files and secrets to one archive, while the product runs.
 * @param to a new file, or a folder in which one is named after the time
 * @throws {StartError} when the database cannot be reached, has a newer schema, or the archive cannot be written
 */
export async function backUp(config: Config, files: FileStore, to: string): Promise<BackupResult> {
  return withSnapshot(config, async (snapshot) => {
    const createdOn = new Date().toISOString();
    const file = await fileFor(to, createdOn);
    const migrations = await migrationsOf(snapshot);
    const result: BackupResult = { file, rows: 0, bytes: 0, files: 0, lost: [] };
    const header = makeHeader({ createdOn, database: snapshot.kind, migrations });
    await writeArchive(file, header, async (archive) => {
      const manifest: Manifest = {
        tables: [],
        sequences: await readSequences(snapshot.db),
        ...{ files: 0, fileBytes: 0, lost: [] },
      };
      for (const table of await listTables(snapshot.db)) {
        const rows = await addTable(archive, snapshot, table);
        manifest.tables.push({ ...table, rows });
        result.rows += rows;
      }
      await addFiles(archive, snapshot, files, manifest);
      await addDataDirectory(archive, config);
      Object.assign(result, { files: manifest.files, lost: manifest.lost });
      return manifest;
    });
    result.bytes = (await stat(file)).size;
    return result;
  });
}

async function fileFor(to: string, createdOn: string): Promise<string> {
  const path = resolve(to);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const name = `hub-${createdOn.slice(0, 19).replaceAll(":", "-")}Z.tar`;
  const file = isFolder ? join(path, name) : path;
  if (await stat(file).catch(() => undefined))
    throw new StartError(`${file} exists already. Remove it or choose another name.`);
  return file;
}

async function migrationsOf({ db }: Snapshot): Promise<string[]> {
  const { rows } = await db.execute<{ isThere: boolean }>(
    sql`select to_regclass('hub.migrations') is not null as "isThere"`,
  );
  if (!rows[0]?.isThere)
    throw new StartError("The database has no schema of Hub: there is nothing to back up.");
  await refuseNewerSchema(async (text) => (await db.execute({ text, values: [] })).rows);
  const { rows: applied } = await db.execute<{ name: string }>(
    sql`select name from hub.migrations order by name`,
  );
  return applied.map(({ name }) => name);
}

/** @returns the number of rows */
async function addTable(archive: ArchiveWriter, snapshot: Snapshot, table: Table): Promise<number> {
  let rows = 0;
  let blocks = 0;
  for await (const block of blocksOf(snapshot.copyOut(table))) {
    for (let at = block.indexOf(newline); at >= 0; at = block.indexOf(newline, at + 1)) rows += 1;
    blocks += 1;
    await archive.add(blockName(table, blocks), await compress(block, { level: 1 }));
  }
  return rows;
}

/** Cuts rows into blocks; a line break ends a row, since those in values are escaped. */
async function* blocksOf(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const part of parts) {
    held.push(part);
    size += part.length;
    if (size < blockSize) continue;
    const end = part.lastIndexOf(newline) + 1;
    if (end === 0) continue;
    yield Buffer.concat([...held.slice(0, -1), part.subarray(0, end)]);
    held = [part.subarray(end)];
    size = part.length - end;
  }
  if (size > 0) yield Buffer.concat(held);
}

/** Adds all files that the snapshot names. Others are left out: no row has ever referred to them, or no row does anymore. */
async function addFiles(
  archive: ArchiveWriter,
  { db }: Snapshot,
  files: FileStore,
  manifest: Manifest,
): Promise<void> {
  for (const kind of fileKinds)
    for await (const named of namedFiles({ transaction: (_, work) => work(db) }, kind))
      for (const ids of named) {
        const key = fileKey(kind, ids);
        const stored = await files.read(key);
        if (stored) {
          const { size, content } = stored;
          await archive.addStream({ name: filesPrefix + key, size, content });
          manifest.files += 1;
          manifest.fileBytes += size;
        } else if (!kind.isDerived && manifest.lost.length < maxLost) manifest.lost.push(key);
      }
}

/** Of the data directory, the secrets and the sessions of the web process; the rest is the database, files and mails. */
const ofDataDirectory = /^(?:session-secret|encryption-secret|admin-password|generated-password|sessions)$/;

async function addDataDirectory(archive: ArchiveWriter, { dataDirectory }: Config): Promise<void> {
  const entries = await readdir(dataDirectory).catch(() => []);
  for (const entry of entries.filter((name) => ofDataDirectory.test(name)).sort())
    for (const path of await filesAt(join(dataDirectory, entry)))
      await archive.add(dataPrefix + path.slice(dataDirectory.length + 1), await readFile(path));
}

async function filesAt(path: string): Promise<string[]> {
  const found = await lstat(path);
  if (found.isFile()) return [path];
  if (!found.isDirectory()) return [];
  const entries = await readdir(path);
  return (await Promise.all(entries.sort().map((entry) => filesAt(join(path, entry))))).flat();
}
