import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartError } from "../core/start-error";

export interface Migration {
  /** File name, such as `0005_roles`: databases store the names of migrations they have run. */
  name: string;
  text: string;
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
    return { name: file.slice(0, -".sql".length), text: readFileSync(join(folder, file), "utf8") };
  });
}
