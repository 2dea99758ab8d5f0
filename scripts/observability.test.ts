import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { labelOf, type Metric, metrics, prometheusName } from "../lib/server/telemetry/metrics";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Series in the text of /metrics, with their labels. */
const series = new Map<string, readonly string[]>(
  Object.values<Metric>(metrics).flatMap((metric): [string, string[]][] => {
    const name = prometheusName(metric);
    const labels = [...metric.attributes.map(labelOf), "job", "instance"];
    if (metric.kind !== "histogram") return [[name, labels]];
    return ["_bucket", "_sum", "_count"].map((part) => [name + part, [...labels, "le"]]);
  }),
);

const ofPrometheus = new Set(["up"]);
const words = new Set(
  "sum by rate increase max min avg count topk histogram_quantile label_values and or unless on ignoring".split(
    " ",
  ),
);

/** Names of series and labels in an expression of PromQL. */
function namesIn(expression: string) {
  const bare = expression.replace(/"[^"]*"/g, '""').replace(/\[[^\]]*\]/g, "");
  const braces = [...bare.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = ""]) =>
    [...inside.matchAll(/([a-z_]+)\s*[=!]/g)].map(([, name = ""]) => name),
  );
  const grouped = [...bare.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, inside = ""]) =>
    inside.split(/\s*,\s*/),
  );
  const rest = bare.replace(/\{[^}]*\}/g, "").replace(/\bby\s*\([^)]*\)/g, "");
  const named = [...rest.matchAll(/[a-z_][a-z0-9_]*/g)]
    .map(([name]) => name)
    .filter((name) => !words.has(name));
  return { named, labels: [...braces, ...grouped] };
}

const dashboard = JSON.parse(read("deploy/grafana/dashboard.json")) as {
  panels: { title: string; targets: { expr: string }[] }[];
};
const alerts = read("deploy/prometheus/alerts.yml");
const rules = alerts.split(/\n\s*- alert: /).slice(1);
const expressionOf = (rule: string) => {
  const [, folded, plain = ""] = /expr: (?:>-\n([\s\S]*?)\n\s*(?:for|labels):|(.*))/.exec(rule) ?? [];
  return (folded ?? plain).replace(/\s+/g, " ");
};

const expressions = [
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ...rules.map((rule) => [rule.split("\n", 1)[0] ?? "", expressionOf(rule)] as const),
];

test.each(expressions)("[OP-05] %s asks for metrics and labels that exist: %s", (_, expression) => {
  const { named, labels } = namesIn(expression);
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) {
    if (ofPrometheus.has(name)) continue;
    expect(series.has(name), name).toBe(true);
  }
  const allowed = named.flatMap((name) => series.get(name) ?? ["job", "instance"]);
  expect(labels.filter((label) => !allowed.includes(label))).toEqual([]);
});

test("[OP-05] each alert has a remedy, and a section of the paper", () => {
  expect(rules.length).toBeGreaterThan(8);
  const headings = [...read("docs/operating/observe.md").matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
  for (const rule of rules) {
    const [name = ""] = rule.split("\n", 1);
    expect(rule).toMatch(/^\s+remedy: ".{30,}"$/m);
    expect(rule).toMatch(/^\s+severity: |labels: \{ severity: (?:critical|warning) \}/m);
    const [, anchor = ""] = /runbook_url: docs\/operating\/observe\.md#(\S+)/.exec(rule) ?? [];
    expect([name, anchor]).toEqual([name, name.toLowerCase()]);
    expect(headings).toContain(anchor);
  }
});

test("[OP-05] the paper names every metric as OpenTelemetry and as Prometheus do", () => {
  const paper = read("docs/operating/observe.md");
  for (const metric of Object.values<Metric>(metrics)) {
    const row = `| \`${metric.name}\` | \`${prometheusName(metric)}\` |`;
    expect(paper).toContain(row);
  }
});
