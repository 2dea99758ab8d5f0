import { copyFileSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Copies a folder by hard links, which take no space and stay when the original is replaced; where these are not possible,
 * as between disks, by copying its files.
 * @param {string} from @param {string} to
 */
export function copyTree(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    else
      try {
        linkSync(source, target);
      } catch {
        copyFileSync(source, target);
      }
  }
}
