import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartError } from "../core/start-error";

export interface Migration {
  /** File name, such as `0005_roles`: databases store the names of migrations they have run. */
  name: string;
  text: string;
  /** Why the older version must be stopped before; undefined if it may keep running. */
  stop?: string;
  /** Only creates indexes, without locks and outside a transaction. */
  isConcurrent: boolean;
  /** Those indexes; empty for other migrations. */
  indexes: { index: string; statement: string }[];
}

const here = dirname(fileURLToPath(import.meta.url));

/** The product's migrations. They are beside the bundle in production and in the source tree in development. */
export function allMigrations(): Migration[] {
  const found = [join(here, "migrations"), join(here, "..", "migrations")].find((folder) =>
    existsSync(join(folder, "0000_foundation.sql")),
  );
  if (!found) throw new StartError(`The migrations are missing beside ${here}. Build the project again.`);
  return readMigrations(found);
}

/**
 * The migrations of a folder in the order of their numbers.
 * @throws when a name has no number, or two have the same
 */
export function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const numbers = new Map<string, string>();
  return files.sort().map((file) => {
    const number = /^(\d{4})_\w+\.sql$/.exec(file)?.[1];
    if (number === undefined) throw new Error(`${file} has no number of four digits.`);
    const other = numbers.get(number);
    if (other) throw new Error(`${other} and ${file} have the same number.`);
    numbers.set(number, file);
    return parseMigration(file.slice(0, -".sql".length), readFileSync(join(folder, file), "utf8"));
  });
}

/**
 * Migrations of the first release, which create the schema. All later ones say in their first line whether the older
 * version may keep running: `-- rolling`, `-- stop: why`, or `-- concurrently`, which is rolling, too.
 */
const ofFirstRelease = /^00(?:0\d|1[0-6])_/;
const heading = /^-- (?:(rolling)|stop: (\S.*)|(concurrently))\r?\n/;
const createIndex = /^create (?:unique )?index concurrently (?!if\b)([a-z_][a-z_0-9]*)\s[^;]*$/i;

/** @throws when the heading is missing, or a concurrent migration does more than to create indexes */
export function parseMigration(name: string, text: string): Migration {
  const [, rolling, why, concurrently] = heading.exec(text) ?? [];
  if (!rolling && !why && !concurrently && !ofFirstRelease.test(name))
    throw new Error(`${name}: the first line must be '-- rolling', '-- stop: why' or '-- concurrently'.`);
  if (!concurrently) {
    const stop = why ?? (ofFirstRelease.test(name) ? "it belongs to the first release" : undefined);
    return { name, text, stop, isConcurrent: false, indexes: [] };
  }
  const statements = text
    .replaceAll(/^--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter(Boolean);
  const indexes = statements.map((statement) => {
    const [, index] = createIndex.exec(statement) ?? [];
    if (!index) throw new Error(`${name}: each statement must be 'create index concurrently <name> …'.`);
    return { index, statement };
  });
  return { name, text, isConcurrent: true, indexes };
}
