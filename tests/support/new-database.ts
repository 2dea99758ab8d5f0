import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { openEmbedded } from "@/backend/database/embedded";
import { root } from "../../scripts/lib/root.mjs";

/** Variable with the folder of the database shared by tests; unset if each creates its own. */
const variable = "HUB_SHARED_DATABASE";

/** One per build, shared by all parts of a run and later runs. */
const kept = join(root, ".cache", "new-database");

/** Global setup of vitest, and part of Playwright's. Workers inherit the environment of its process. */
export default async function shareNewDatabase(): Promise<void> {
  const build = (await readFile(join(root, "dist/api/.sources"), "utf8")).slice(0, 16);
  await mkdir(join(kept, build), { recursive: true });
  for (const earlier of await readdir(kept))
    if (earlier !== build) await rm(join(kept, earlier), { recursive: true, force: true });
  process.env[variable] = join(kept, build);
}

/** Copies the shared database to the API's data directory: with the latest schema, and without users. */
export async function copyNewDatabase(dataDirectory: string): Promise<void> {
  const folder = process.env[variable];
  if (folder) await cp(await unpackInto(folder), join(dataDirectory, "database"), { recursive: true });
}

/** The first test unpacks the database prepared by the build; the others copy it. */
async function unpackInto(folder: string): Promise<string> {
  const made = join(folder, "database");
  if (existsSync(made)) return made;
  const draft = await mkdtemp(join(folder, "draft-"));
  const connection = await openEmbedded(join(draft, "database"), join(root, "dist", "database"));
  await connection.close();
  await rename(join(draft, "database"), made).catch((error: unknown) => {
    // Another worker was faster.
    if (!existsSync(made)) throw error;
  });
  await rm(draft, { recursive: true });
  return made;
}
