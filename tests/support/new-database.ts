import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { openEmbedded } from "@/backend/database/embedded";
import { root } from "../../scripts/lib/root.mjs";

/** Names the folder in which tests share a new database; unset where each makes its own. */
const variable = "HUB_SHARED_DATABASE";

/** One for each build, so that all parts of a run and later runs share it. */
const kept = join(root, "dist", "new-database");

/** Global setup of vitest, and a part of Playwright's. Workers inherit the environment of the process that runs it. */
export default async function shareNewDatabase(): Promise<void> {
  const build = (await readFile(join(root, "dist/api/.sources"), "utf8")).slice(0, 16);
  await mkdir(join(kept, build), { recursive: true });
  for (const earlier of await readdir(kept))
    if (earlier !== build) await rm(join(kept, earlier), { recursive: true, force: true });
  process.env[variable] = join(kept, build);
}

/** Puts a copy of the shared database where the API finds its own: with the newest schema, and nobody in it yet. */
export async function copyNewDatabase(dataDirectory: string): Promise<void> {
  const folder = process.env[variable];
  if (folder) await cp(await madeIn(folder), join(dataDirectory, "database"), { recursive: true });
}

/** The first test that needs it unpacks what the build has prepared; copies spare the others that. */
async function madeIn(folder: string): Promise<string> {
  const made = join(folder, "database");
  if (existsSync(made)) return made;
  const draft = await mkdtemp(join(folder, "draft-"));
  const connection = await openEmbedded(join(draft, "database"), join(root, "dist", "database"));
  await connection.close();
  await rename(join(draft, "database"), made).catch((error: unknown) => {
    // Another worker was quicker.
    if (!existsSync(made)) throw error;
  });
  await rm(draft, { recursive: true });
  return made;
}
