import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { findHelm } from "@/scripts/lib/helm.mjs";
import { root } from "@/scripts/lib/root.mjs";

const folder = mkdtempSync(join(tmpdir(), "hub-deploy-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    selector?: { matchLabels?: Record<string, string> };
    podSelector?: { matchLabels: Record<string, string> };
    template?: { metadata: { labels: Record<string, string> }; spec: { containers: Container[] } };
    ingress?: { from: { podSelector?: { matchLabels: Record<string, string> } }[] }[];
    rules?: { host: string }[];
  };
}

interface Container {
  name: string;
  env: { name: string; value?: string; valueFrom?: object }[];
}

const chart = join(root, "deploy/helm/hub");
const helm = (...parameters: string[]) => spawnSync(findHelm() ?? "helm", parameters, { encoding: "utf8" });

/** Renders the chart, and returns its manifests by kind and name. */
function render(...changes: string[]): Map<string, Manifest> {
  const { stdout, stderr, status } = helm(
    "template",
    "acme",
    chart,
    ...changes.flatMap((one) => ["--set", one]),
  );
  expect([status, stderr]).toEqual([0, ""]);
  const manifests = parseAllDocuments(stdout).flatMap((document) => {
    expect(document.errors).toEqual([]);
    return (document.toJS() as Manifest | null) ?? [];
  });
  return new Map(manifests.map((one) => [`${one.kind} ${one.metadata.name}`, one]));
}

function manifestOf(manifests: Map<string, Manifest>, name: string): Manifest {
  const found = manifests.get(name);
  if (!found) throw new Error(`no ${name} among ${[...manifests.keys()].join(", ")}`);
  return found;
}

test("[CF-05] helm accepts the chart, and refuses invalid values with their place", () => {
  const { status, stdout } = helm("lint", "--strict", chart);
  expect([status, stdout]).toEqual([0, expect.stringContaining("0 chart(s) failed")]);
  const refused = helm("template", "acme", chart, "--set", "publicUrl=work.example.com");
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("/publicUrl")]);
});

test("[CF-05] the chart's parts select each other, and only web processes reach the API", () => {
  const manifests = render();
  for (const part of ["api", "web"]) {
    const { spec } = manifestOf(manifests, `Deployment acme-${part}`);
    const labels = spec.template?.metadata.labels;
    expect(labels).toMatchObject(spec.selector?.matchLabels ?? { no: "selector" });
    const selectors = [
      manifestOf(manifests, `Service acme-${part}`).spec.selector,
      manifestOf(manifests, `PodDisruptionBudget acme-${part}`).spec.selector?.matchLabels,
      manifestOf(manifests, `NetworkPolicy acme-${part}`).spec.podSelector?.matchLabels,
    ];
    for (const selector of selectors) expect(selector).toEqual(spec.selector?.matchLabels);
    manifestOf(manifests, `HorizontalPodAutoscaler acme-${part}`);
  }
  const reaching = manifestOf(manifests, "NetworkPolicy acme-api").spec.ingress?.flatMap(({ from }) => from);
  expect(reaching).toEqual([
    { podSelector: manifestOf(manifests, "NetworkPolicy acme-web").spec.podSelector },
  ]);
  expect(manifestOf(manifests, "Ingress acme").spec.rules?.[0]?.host).toBe("work.example.com");
});

test("[CF-05] a secret reaches only the process that reads it, and never as a value", () => {
  const manifests = render(
    "settings.MULTI_TENANCY=on",
    "web.assetsClaim=assets",
    "api.autoscaling.enabled=false",
  );
  const secretsOf = (part: string) => {
    const [container] = manifestOf(manifests, `Deployment acme-${part}`).spec.template?.spec.containers ?? [];
    const env = container?.env ?? [];
    expect(env.find(({ name }) => name === "API_URL")?.value).toBe(
      part === "web" ? "http://acme-api:4000/{tenant}" : undefined,
    );
    return env.filter(({ valueFrom }) => valueFrom).map(({ name }) => name);
  };
  expect(secretsOf("web").sort()).toEqual(
    [
      "METRICS_TOKEN",
      "OIDC_CLIENT_SECRET",
      "OTEL_EXPORTER_OTLP_HEADERS",
      "PROXY_SECRET",
      "SESSION_SECRET",
      "SESSION_STORE_URL",
    ].sort(),
  );
  expect(secretsOf("api")).not.toContain("SESSION_SECRET");
  expect(manifests.has("HorizontalPodAutoscaler acme-api")).toBe(false);
});

test("[CF-05] systemd accepts the units, and finds little that they could reach", () => {
  for (const name of ["hub-api.service", "hub-web.service"]) {
    // The program of this machine, as Node.js may be elsewhere than on the server.
    const unit = readFileSync(join(root, "deploy/systemd", name), "utf8").replace(
      "/usr/bin/node",
      process.execPath,
    );
    const path = join(folder, name);
    writeFileSync(path, unit);
    const verified = spawnSync("systemd-analyze", ["verify", path], { encoding: "utf8" });
    expect([verified.status, verified.stderr]).toEqual([0, ""]);
    const rated = execFileSync("systemd-analyze", ["security", "--offline=yes", path], { encoding: "utf8" });
    const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(rated) ?? [];
    expect(Number(exposure)).toBeLessThan(2);
  }
});

test("[CF-05] Caddy accepts the example", () => {
  const file = join(root, "deploy/caddy/Caddyfile");
  const { status, stderr } = spawnSync("caddy", ["validate", "--adapter=caddyfile", "--config", file], {
    encoding: "utf8",
    env: { ...process.env, HOME: folder },
  });
  expect([status, stderr]).toEqual([0, expect.not.stringMatching(/"level":"(?:error|warn)"/)]);
});
