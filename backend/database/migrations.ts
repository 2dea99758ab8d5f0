import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { MigrationMeta } from "drizzle-orm/migrator";

/** The moment of number 0. Databases keep the moment of the last one they had, so that it can never change. */
const firstMoment = 1_795_219_200_000;

/**
 * The migrations of a folder by their numbers, such as `0005_roles.sql`: what drizzle reads from a journal,
 * which would be one more file that every new table edits.
 * @throws when a name has no number, or two have the same
 */
export function readMigrations(folder: string): MigrationMeta[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const migrations = files.sort().map((file) => {
    const number = /^(\d{4})_\w+\.sql$/.exec(file)?.[1];
    if (number === undefined) throw new Error(`${file} has no number of four digits.`);
    const text = readFileSync(join(folder, file), "utf8");
    return {
      sql: text.split("--> statement-breakpoint"),
      folderMillis: firstMoment + Number(number),
      hash: createHash("sha256").update(text).digest("hex"),
      bps: true,
    };
  });
  const twice = migrations.findIndex(
    ({ folderMillis }, at) => folderMillis === migrations[at - 1]?.folderMillis,
  );
  if (twice > 0) throw new Error(`${files[twice - 1]} and ${files[twice]} have the same number.`);
  return migrations;
}
