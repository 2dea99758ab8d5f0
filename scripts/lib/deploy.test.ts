import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "./root.mjs";
import { settingGroups } from "./setting-texts.mjs";

const read = (path: string) => readFileSync(join(root, "deploy", path), "utf8");
const settings = new Map(settingGroups.flatMap((group) => Object.entries(group.settings)));
/** Variables of other programs in the files. */
const foreign = /^(?:POSTGRES_|S3_|HUB_|NODE_ENV$)/;

const isValid = new Ajv().compile(JSON.parse(read("helm/hub/values.schema.json")));
const values = parse(read("helm/hub/values.yaml"));

test("[CF-03] the chart's own values are valid, and the example of the documentation is", () => {
  expect(isValid(values), JSON.stringify(isValid.errors)).toBe(true);
  const [, example = ""] = /```yaml\n(# my-values\.yaml[\s\S]*?)```/.exec(
    readFileSync(join(root, "docs/operating/install.md"), "utf8"),
  ) ?? ["", ""];
  const merged = { ...values, ...parse(example) };
  expect(merged.publicUrl).not.toBe(values.publicUrl);
  expect(isValid(merged), JSON.stringify(isValid.errors)).toBe(true);
});

test.each([
  ["a path in the public address", { publicUrl: "https://work.example.com/admin" }],
  ["a secret among the settings", { settings: { SESSION_SECRET: "x".repeat(40) } }],
  ["a setting that is no text", { settings: { ATTACHMENT_MAX_MB: 300 } }],
  ["files that pods do not share", { api: { ...values.api, filesUrl: "" } }],
  ["no replicas", { web: { ...values.web, replicas: 0 } }],
  ["a misspelt value", { replicaCount: 2 }],
])("[CF-03] the chart refuses %s", (_, change) => {
  expect(isValid({ ...values, ...change })).toBe(false);
});

test("[CF-03] the chart takes no secret from its values", () => {
  const schema = JSON.parse(read("helm/hub/values.schema.json"));
  const refused: string[] = schema.properties.settings.propertyNames.not.enum;
  const secrets = [...settings].filter(([name, { secret }]) => secret && name !== "OIDC_CLIENT_KEY");
  expect(secrets.map(([name]) => name).filter((name) => !refused.includes(name))).toEqual([]);
});

test("[CF-03] the files for deployment name only settings that Hub has", () => {
  const templates = readdirSync(join(root, "deploy/helm/hub/templates")).map((name) =>
    read(`helm/hub/templates/${name}`),
  );
  const named = [...templates, read("helm/hub/values.yaml"), read("compose.yaml")].flatMap((text) => [
    ...[...text.matchAll(/^\s+(?:- \{? ?name: )?([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/gm)].map(
      ([, name = ""]) => name,
    ),
    ...[...text.matchAll(/list ("[A-Z_" ]+)/g)].flatMap(([, names = ""]) => names.match(/[A-Z_]+/g) ?? []),
  ]);
  const units = ["hub-api", "hub-web"].map((name) => read(`systemd/${name}.service`)).join("");
  named.push(...[...units.matchAll(/^Environment=([A-Z_]+)=/gm)].map(([, name = ""]) => name));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !settings.has(name) && !foreign.test(name))).toEqual([]);
});

test("[CF-03] the compose file asks for what its example of settings lists", () => {
  const compose = read("compose.yaml");
  const asked = new Set([...compose.matchAll(/(?<!\$)\$\{([A-Z0-9_]+)/g)].map(([, name]) => name));
  const listed = [...read("compose.env.example").matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect([...asked].sort()).toEqual(listed.sort());
  const { services } = parse(compose, { merge: true });
  for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
    expect([name, service.restart]).toEqual([name, "unless-stopped"]);
    // The images of Hub have their own checks.
    if (name !== "api" && name !== "web") expect(service, name).toHaveProperty("healthcheck.test");
    else expect(service, name).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
  }
  expect(services.api.networks).not.toContain("front");
});
