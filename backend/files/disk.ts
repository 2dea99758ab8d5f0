import { randomUUID } from "node:crypto";
import { link, mkdir, open, opendir, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { refuseInTransaction } from "../database/open-transaction";
import type { FileStore } from "./store";

const key = /^[\w-]+(?:\/[\w-]+)*\.\w+$/;
const unfinishedFile = /^\.[\w-]+\.tmp$/;

/** Files below a folder of this machine. A file is there whole or not at all, also after a crash. */
export function diskStore(root: string): FileStore {
  const pathOf = (given: string) => {
    if (!key.test(given)) throw new Error(`No key of a file: ${given}`);
    return join(root, given);
  };
  return {
    async write(given, content) {
      refuseInTransaction("A file is written");
      const path = pathOf(given);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const unfinished = join(dirname(path), `.${randomUUID()}.tmp`);
      try {
        const file = await open(unfinished, "wx", 0o600);
        try {
          for await (const part of content instanceof Uint8Array ? [content] : content)
            await file.writeFile(part);
          await file.sync();
        } finally {
          await file.close();
        }
        // Unlike a rename, this refuses to take the place of a file that is there.
        await link(unfinished, path);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    async read(given) {
      refuseInTransaction("A file is read");
      try {
        const file = await open(pathOf(given));
        const { size } = await file.stat();
        return { size, content: file.createReadStream() };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async remove(given) {
      refuseInTransaction("A file is removed");
      await rm(pathOf(given), { force: true });
    },
    async *storedBefore(moment) {
      refuseInTransaction("Files are looked for");
      for await (const path of filesBelow(root)) {
        const { mtime } = await stat(path).catch(() => ({ mtime: moment }));
        if (mtime >= moment) continue;
        const found = relative(root, path).split(sep).join("/");
        if (unfinishedFile.test(found.split("/").at(-1) ?? "")) await rm(path, { force: true });
        else if (key.test(found)) yield found;
      }
    },
  };
}

/** The paths of all files below a folder, which need not be there. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}
