import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasDevelopmentPackages, missingPackages } from "../../scripts/lib/install.mjs";
import { root } from "../../scripts/lib/root.mjs";

const wanted = {
  "": { version: "0.1.0" },
  "node_modules/server": { version: "1.0.0" },
  "node_modules/server-for-another-system": { version: "1.0.0", optional: true },
  "node_modules/test-runner": { version: "2.0.0", dev: true },
  "node_modules/server/node_modules/part": { version: "3.0.0" },
};
const production = {
  "node_modules/server": { version: "1.0.0" },
  "node_modules/server/node_modules/part": { version: "3.0.0" },
};
const everything = { ...production, "node_modules/test-runner": { version: "2.0.0", dev: true } };

test("[CF-05] a start needs no packages for tests, and accepts them", () => {
  expect(missingPackages(wanted, production, false)).toEqual([]);
  expect(missingPackages(wanted, everything, false)).toEqual([]);
  expect(missingPackages(wanted, production, true)).toEqual(["node_modules/test-runner"]);
  expect(missingPackages(wanted, everything, true)).toEqual([]);
});

test("[CF-05] installs a package that is missing or of another version", () => {
  expect(missingPackages(wanted, {}, false)).toEqual(Object.keys(production));
  const older = { ...everything, "node_modules/server": { version: "0.9.0" } };
  expect(missingPackages(wanted, older, false)).toEqual(["node_modules/server"]);
});

test("[CF-05] an optional package may be missing, but not of another version", () => {
  const path = "node_modules/server-for-another-system";
  expect(missingPackages(wanted, { ...production, [path]: { version: "0.9.0" } }, false)).toEqual([path]);
});

test("[CF-05] detects installed packages for tests, so that a start does not remove them", () => {
  expect(hasDevelopmentPackages(wanted, production)).toBe(false);
  expect(hasDevelopmentPackages(wanted, everything)).toBe(true);
});

test("[CF-05] every package with an install script is allowed or denied, as npm requires", () => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));
  const { packages } = read("package-lock.json") as { packages: Record<string, { hasInstallScript?: true }> };
  const withScripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = withScripts.map(([path]) => path.replace(/^.*node_modules\//, ""));
  expect(Object.keys(read("package.json").allowScripts).sort()).toEqual(names.sort());
});
