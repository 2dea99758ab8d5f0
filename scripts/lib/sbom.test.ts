import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { root } from "./root.mjs";
import { productionSbom } from "./sbom.mjs";

test("[CF-05] the bill of materials lists what the product depends on, and nothing of its tests", () => {
  const { stdout } = spawnSync(process.execPath, ["scripts/sbom.mjs"], { cwd: root, encoding: "utf8" });
  const { components, dependencies, ...bom } = JSON.parse(stdout);
  expect(bom).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { name: "hub" } } });
  const listed = new Map<string, object>(
    components.map((one: { "bom-ref": string }) => [one["bom-ref"], one]),
  );
  expect([...listed.keys()].filter((ref) => /^(?:vitest|@playwright\/test|knip)@/.test(ref))).toEqual([]);
  // From the product on, over the graph.
  const graph = new Map<string, string[]>(
    dependencies.map((one: { ref: string; dependsOn: string[] }) => [one.ref, one.dependsOn]),
  );
  const reached = new Set<string>();
  const visit = (ref: string) => {
    if (reached.has(ref)) return;
    reached.add(ref);
    for (const next of graph.get(ref) ?? []) visit(next);
  };
  visit("hub@0.1.0");
  expect([...reached].filter((ref) => ref !== "hub@0.1.0" && !listed.has(ref))).toEqual([]);
  const missing = Object.keys(packageFile.dependencies).filter(
    (name) => ![...reached].some((ref) => ref.startsWith(`${name}@`)),
  );
  expect(missing).toEqual([]);
  expect(listed.get(`react@${packageFile.dependencies.react}`)).toMatchObject({
    hashes: [{ alg: "SHA-512" }],
    licenses: [{ license: { id: "MIT" } }],
  });
}, 120_000);

test("[CF-05] the bill of materials depends on the packages alone", () => {
  const packages = {
    "": { version: "0.1.0" },
    "node_modules/a": { version: "1" },
    "node_modules/a/node_modules/b": { version: "1" },
    "node_modules/c": { version: "1", dev: true },
  };
  const given = (folder: string, refs: string[]) =>
    productionSbom(
      JSON.stringify({
        bomFormat: "CycloneDX",
        serialNumber: `urn:uuid:${crypto.randomUUID()}`,
        metadata: { timestamp: folder, component: { name: folder, purl: "pkg:npm/hub@0.1.0" } },
        components: refs.map((ref) => ({ "bom-ref": ref })),
        dependencies: refs.map((ref) => ({ ref, dependsOn: ["c@1"] })),
      }),
      packages,
    );
  const one = given("here", ["a@1", "b@1", "c@1"]);
  expect(given("elsewhere", ["c@1", "b@1", "a@1"])).toBe(one);
  expect(JSON.parse(one)).toMatchObject({
    serialNumber: expect.stringMatching(
      /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    ),
    metadata: { component: { name: "hub" } },
    dependencies: [
      { ref: "a@1", dependsOn: [] },
      { ref: "b@1", dependsOn: [] },
    ],
  });
  expect(JSON.parse(given("here", ["a@1"])).serialNumber).not.toBe(JSON.parse(one).serialNumber);
});
