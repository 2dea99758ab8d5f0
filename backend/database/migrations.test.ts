import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readMigrations } from "./migrate";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-migrations-"));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (...names: string[]) =>
  Promise.all(names.map((name) => writeFile(join(folder, name), `select '${name}'`)));

test("[BE-02] migrations run by their numbers, at the moments that databases remember them by", async () => {
  await write("0010_last.sql", "0002_first.sql", "notes.txt");
  expect(readMigrations(folder)).toMatchObject([
    { sql: ["select '0002_first.sql'"], folderMillis: 1_795_219_200_002 },
    { sql: ["select '0010_last.sql'"], folderMillis: 1_795_219_200_010 },
  ]);
});

test("[BE-02] the first ones are what they were when databases noted them", () => {
  const ours = readMigrations(fileURLToPath(new URL("../migrations", import.meta.url)));
  expect(ours.slice(0, 2).map(({ folderMillis }) => folderMillis)).toEqual([
    1_795_219_200_000, 1_795_219_200_001,
  ]);
  const later = ours.map(({ folderMillis }, at) => folderMillis - (ours[at - 1]?.folderMillis ?? 0));
  expect(Math.min(...later)).toBeGreaterThan(0);
});

test("[BE-02] a name without a number and a number that two have are refused", async () => {
  await write("0001_one.sql", "0001_other.sql");
  expect(() => readMigrations(folder)).toThrow("0001_one.sql and 0001_other.sql have the same number.");
  await rm(join(folder, "0001_other.sql"));
  await write("products.sql");
  expect(() => readMigrations(folder)).toThrow("products.sql has no number");
});
