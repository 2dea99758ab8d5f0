import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readMigrations } from "./migrations";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-migrations-"));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (...names: string[]) =>
  Promise.all(names.map((name) => writeFile(join(folder, name), `select '${name}'`)));

test("[BE-02] migrations are ordered by their numbers and identified by their names", async () => {
  await write("0010_last.sql", "0002_first.sql", "notes.txt");
  expect(readMigrations(folder)).toMatchObject([
    { name: "0002_first", text: "select '0002_first.sql'" },
    { name: "0010_last", text: "select '0010_last.sql'" },
  ]);
});

test("[BE-02] names without a number and duplicate numbers are refused", async () => {
  await write("0001_one.sql", "0001_other.sql");
  expect(() => readMigrations(folder)).toThrow("0001_one.sql and 0001_other.sql have the same number.");
  await rm(join(folder, "0001_other.sql"));
  await write("products.sql");
  expect(() => readMigrations(folder)).toThrow("products.sql has no number");
});
