import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "@/scripts/lib/root.mjs";

export interface ProjectCopy {
  folder: string;
  /** Runs node in the copy. */
  node(...parameters: string[]): { status: number | null; output: string };
  remove(): void;
}

const made = ["node_modules", ".next", ".git", "dist", ".cache", "test-results"];

/**
 * Copies the project without build output, for tests that change its files.
 * @param packages whether packages are copied, as a build needs, or linked
 */
export function copyProject(packages: "copied" | "linked"): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), "hub-copy-"));
  for (const name of readdirSync(root).filter((name) => !made.includes(name) && !name.startsWith(".demo")))
    cpSync(join(root, name), join(folder, name), { recursive: true });
  const [from, to] = [join(root, "node_modules"), join(folder, "node_modules")];
  if (packages === "linked") symlinkSync(from, to, "dir");
  else cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  return {
    folder,
    node(...parameters) {
      const { status, stdout, stderr } = spawnSync(process.execPath, parameters, {
        cwd: folder,
        encoding: "utf8",
        maxBuffer: 100 * 1024 * 1024,
      });
      return { status, output: stdout + stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
