import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readOrCreateSecret } from "../../scripts/lib/data-directory.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hub-secret-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("[CF-05] creates a secret once, readable by its owner only", () => {
  const secret = readOrCreateSecret(folder, "secret", 48);
  expect(secret.length).toBeGreaterThanOrEqual(64);
  expect(readOrCreateSecret(folder, "secret", 48)).toBe(secret);
  expect(statSync(join(folder, "secret")).mode & 0o077).toBe(0);
  expect(readdirSync(folder)).toEqual(["secret"]);
});

test("[CF-05] replaces an empty secret, which a full disk left behind", () => {
  writeFileSync(join(folder, "secret"), "");
  expect(readOrCreateSecret(folder, "secret", 48).length).toBeGreaterThanOrEqual(64);
});
