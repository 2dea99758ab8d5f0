import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { product } from "../../scripts/lib/root.mjs";

/** A copy of the built product elsewhere, which only root could write to. */
export function readOnlyCopy(): { folder: string; names(): string[]; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "hub-read-only-"));
  cpSync(product, folder, { recursive: true });
  const entries = () => readdirSync(folder, { recursive: true, withFileTypes: true });
  const pathOf = (entry: ReturnType<typeof entries>[number]) => join(entry.parentPath, entry.name);
  for (const entry of entries()) chmodSync(pathOf(entry), entry.isDirectory() ? 0o555 : 0o444);
  chmodSync(folder, 0o555);
  return {
    folder,
    names: () => entries().map(pathOf).sort(),
    remove: () => {
      chmodSync(folder, 0o755);
      for (const entry of entries()) if (entry.isDirectory()) chmodSync(pathOf(entry), 0o755);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
