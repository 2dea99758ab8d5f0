import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "../config/config";
import { StartError } from "../core/start-error";
import { type FileStore, isKey } from "../files/store";
import { type Member, wholeOf } from "./archive-format";
import { readArchive } from "./archive-reader";
import { applyDecisions, readDecisions } from "./decisions";
import { Loader, openForLoading } from "./load";
import { dataPrefix, filesPrefix, type Header, type Manifest, readDescription } from "./manifest";
import { withTarget } from "./target";

export interface RestoreResult {
  header: Header;
  manifest: Manifest;
  /** The number of decisions that were made after the backup. */
  repeated: number;
}

/** Reads a backup with all its checksums. @throws {StartError} when it is damaged or of a newer version */
export async function checkBackup(file: string) {
  return readDescription(await readArchive(file));
}

/**
 * Restores a backup into an empty place: all of it, or nothing.
 * @param decisionsFile removals and revocations after the backup, which are repeated
 * @throws {StartError} when the backup is damaged or of a newer version, or the place is not empty
 */
export async function restoreBackup(
  config: Config,
  files: FileStore,
  file: string,
  decisionsFile?: string,
): Promise<RestoreResult> {
  const decisions = decisionsFile ? await readDecisions(decisionsFile) : undefined;
  const { header, manifest, migrations } = await checkBackup(file);
  await refuseFiles(config, files);
  const written: string[] = [];
  let mustEmptyStore = false;
  let repeated = 0;
  // The web process keeps the ended sessions of a provider, of which the database knows nothing.
  const endsSessions = decisions !== undefined && config.authMode === "oidc";
  try {
    await withTarget(config, migrations, async (target) => {
      const close = await openForLoading(target.execute);
      const loader = new Loader(target, manifest);
      await readArchive(file, async (member) => {
        if (await loader.take(member)) return;
        if (member.name.startsWith(filesPrefix)) {
          mustEmptyStore = true;
          await files.write(keyIn(member), member.content);
        } else if (member.name.startsWith(dataPrefix) && !(endsSessions && isOfSessions(member)))
          await writeData(config, member, written);
      });
      await loader.check();
      await close();
      await target.migrateToNewest();
      if (decisions) repeated = await applyDecisions(target.execute, decisions, new Date(header.createdOn));
    });
  } catch (error) {
    if (mustEmptyStore) for await (const key of files.storedBefore(farFuture())) await files.remove(key);
    for (const path of written) await rm(path, { force: true });
    throw error;
  }
  return { header, manifest, repeated };
}

const isOfSessions = ({ name }: Member) => /^data\/session(?:s|-secret)\b/.test(name);

const farFuture = () => new Date(Date.now() + 24 * 60 * 60 * 1000);

/** @throws {StartError} when there are files already */
async function refuseFiles({ dataDirectory, s3 }: Config, files: FileStore): Promise<void> {
  const key = await files.anyKey();
  if (key)
    throw new StartError(
      `There are files in ${s3 ? "the store of FILES_URL" : join(dataDirectory, "files")} already, such as ${key}. ` +
        `Nothing was changed; set ${s3 ? "FILES_URL to another prefix" : "DATA_DIR to a new folder"}, or move them away.`,
    );
}

function keyIn({ name }: Member): string {
  const key = name.slice(filesPrefix.length);
  if (!isKey(key)) throw new StartError(`The backup has a file that is none of Hub's: ${name}.`);
  return key;
}

/**
 * Writes a file of the data directory, which must be missing: the start of another installation has made its own.
 * @param written receives its path before it exists, so that a failure removes a partial file, too
 */
async function writeData({ dataDirectory }: Config, member: Member, written: string[]): Promise<void> {
  const name = member.name.slice(dataPrefix.length);
  if (!/^[\w-]+(?:\/[\w-][\w.-]*)*$/.test(name))
    throw new StartError(`The backup has a file that is none of Hub's: ${member.name}.`);
  const path = join(dataDirectory, name);
  if (await stat(path).catch(() => undefined))
    throw new StartError(
      `${path} exists already. Nothing was changed; move it away, or set DATA_DIR to a new folder.`,
    );
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  written.push(path);
  await writeFile(path, await wholeOf(member), { mode: 0o600, flush: true });
}
