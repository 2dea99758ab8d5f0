import { existsSync } from "node:fs";
import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "@/backend/database/embedded";

/** Names the folder in which the tests of a run share a new database; unset where each makes its own. */
const variable = "HUB_SHARED_DATABASE";

/** Global setup of vitest, and a part of Playwright's. Workers inherit the environment of the process that runs it. */
export default async function shareNewDatabase(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "hub-shared-"));
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Puts a copy of the shared database where the API finds its own: with the newest schema, and nobody in it yet. */
export async function copyNewDatabase(dataDirectory: string): Promise<void> {
  const folder = process.env[variable];
  if (folder) await cp(await madeIn(folder), join(dataDirectory, "database"), { recursive: true });
}

/** Whoever needs it first makes it, which takes the seconds that copies spare. */
async function madeIn(folder: string): Promise<string> {
  const made = join(folder, "database");
  if (existsSync(made)) return made;
  const draft = join(await mkdtemp(join(folder, "draft-")), "database");
  const connection = await openEmbedded(draft);
  await connection.close();
  await rename(draft, made).catch((error: unknown) => {
    // Another worker was quicker.
    if (!existsSync(made)) throw error;
  });
  return made;
}
