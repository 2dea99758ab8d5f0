import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

const modules = {
  UpstreamError: () => import("../http/upstream"),
  ProviderError: () => import("../oidc/provider-error"),
  CircuitOpenError: () => import("./circuit-breaker"),
  SignInFailure: () => import("../session/oidc/failure"),
} as const;

test.each(Object.entries(modules))("[AU-04] %s is recognised in every bundle", async (name, load) => {
  const here: Record<string, unknown> = await load();
  vi.resetModules();
  const there: Record<string, unknown> = await load();
  const [Here, There] = [here[name], there[name]] as (new (...given: string[]) => Error)[];
  if (!Here || !There) throw new Error(`There is no ${name}.`);
  expect(Here).not.toBe(There);
  const error = new Here("away", "message");
  expect(error instanceof There).toBe(true);
  for (const other of [new Error("away"), undefined, null, "away", { name }])
    expect(other instanceof There).toBe(false);
});

test("[AU-04] every error class of the web process is recognised across bundles", () => {
  const unbranded: string[] = [];
  const paths = ["bff", "oidc", "session"].flatMap((folder) =>
    readdirSync(join("lib/server", folder), { recursive: true, encoding: "utf8" }).map((name) =>
      join("lib/server", folder, name),
    ),
  );
  for (const path of paths.filter((name) => name.endsWith(".ts"))) {
    const text = readFileSync(path, "utf8");
    for (const [, name] of text.matchAll(/export class (\w+) extends \w*Error\b/g))
      if (!text.includes(`brand(${name}, "${name}")`)) unbranded.push(`${path}: ${name}`);
  }
  expect(unbranded).toEqual([]);
});
