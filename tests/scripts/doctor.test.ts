import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PizZip from "pizzip";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SystemReport } from "@/lib/contract/system";
import { freePort } from "../support/free-port";
import { type RunningProduct, runScript, startProduct } from "../support/product";

const secrets = {
  METRICS_TOKEN: "token-of-the-measurements",
  SESSION_SECRET: "a-session-secret-of-more-than-32-characters",
  PROXY_SECRET: "a-secret-of-both-processes",
  ADMIN_PASSWORD: "Correct-horse-of-doctor",
  SMTP_URL: "smtp://mailer:password-of-the-mailer@127.0.0.1:9",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer-of-the-collector",
};
const hidden = [
  ...Object.values(secrets).filter((value) => !value.startsWith("smtp")),
  ...["password-of-the-mailer", "Bearer-of-the-collector"],
];

interface Exported {
  resourceSpans?: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: { traceId: string; spanId: string; parentSpanId?: string; name: string }[] }[];
  }[];
}
const exported: Exported[] = [];
const collector = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  exported.push(JSON.parse(Buffer.concat(parts).toString()) as Exported);
  response.end("{}");
});

let product: RunningProduct;
let environment: NodeJS.ProcessEnv;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-doctor-"));
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  const settings = {
    ...secrets,
    MAIL_FROM: "Hub <hub@example.com>",
    LOG_LEVEL: "info",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: "200",
  };
  product = await startProduct({ settings });
  const portOf = (origin: string) => new URL(origin).port;
  environment = {
    ...process.env,
    ...settings,
    PORT: portOf(product.origin),
    API_PORT: portOf(product.apiOrigin),
    DATA_DIR: product.dataDirectory,
  };
});
afterAll(async () => {
  await product?.stop();
  collector.close();
  await rm(folder, { recursive: true, force: true });
});

async function run([command = "", ...parameters]: string[], env = environment) {
  const script = runScript(["api-command.mjs", command, ...parameters], env);
  const [code] = (await once(script.process, "close")) as [number | null];
  return { code, output: script.output() };
}

test("[OP-06] doctor prints the checks of both running processes, and fails when something needs action", async () => {
  const { code, output } = await run(["doctor"]);
  expect(output).toMatch(/^fine +API process +Responds/m);
  expect(output).toMatch(/^fine +Web process +Is ready/m);
  expect(output).toMatch(/^fine +Database +Embedded/m);
  expect(output).toMatch(/^act +E-mail .*\n +→ Check SMTP_URL/m);
  expect(code).toBe(1);
  for (const secret of hidden) expect(output).not.toContain(secret);
  const { output: json } = await run(["doctor", "--json"]);
  const report = JSON.parse(json) as SystemReport & { state: string };
  expect(report.state).toBe("act");
  expect(report.checks.map(({ id }) => id)).toEqual(expect.arrayContaining(["api", "web", "disk", "backup"]));
});

test("[OP-06] without a running API, doctor says so and makes the checks that need none", async () => {
  const port = String(await freePort());
  const { code, output } = await run(["doctor", "--json"], { ...environment, API_PORT: port });
  const { checks } = JSON.parse(output) as SystemReport;
  expect(checks.find(({ id }) => id === "api")).toMatchObject({ state: "act", remedy: expect.any(String) });
  expect(checks.map(({ id }) => id)).toEqual(expect.arrayContaining(["disk", "backup", "mail"]));
  expect(code).toBe(1);
});

test("[OP-06] an unknown parameter is one line with the usage", async () => {
  const { code, output } = await run(["doctor", "--jason"]);
  expect(output).toMatch(/--jason.* Usage: npm run doctor/);
  expect(code).toBe(2);
});

test("[OP-06] a support bundle has checks, versions, settings and logs of both processes, and no secret", async () => {
  const file = join(folder, "bundle.zip");
  const basic = Buffer.from(`admin:${secrets.ADMIN_PASSWORD}`).toString("base64");
  await fetch(`${product.apiOrigin}/user`, { headers: { authorization: `Basic ${basic}` } });
  const { code, output } = await run(["support-bundle", file]);
  expect(output).toContain(file);
  expect(code).toBe(0);
  const { files } = new PizZip(await readFile(file));
  const texts = new Map(Object.entries(files).map(([name, entry]) => [name, entry.asText()]));
  expect([...texts.keys()].sort()).toEqual([
    ...["README.txt", "api.json", "api.log", "checks.json", "checks.txt", "web.json", "web.log"],
  ]);
  for (const name of ["api", "web"]) {
    const facts = JSON.parse(texts.get(`${name}.json`) ?? "");
    expect(facts).toMatchObject({
      versions: { node: process.versions.node },
      settings: { METRICS_TOKEN: "[hidden]", LOG_LEVEL: "info" },
    });
    expect(texts.get(`${name}.log`)).toMatch(/"trace_id":"[\da-f]{32}".*"msg":"answered"/);
  }
  const all = [...texts.values()].join("\n");
  for (const secret of [...hidden, basic]) expect(all).not.toContain(secret);
  const again = await run(["support-bundle", file]);
  expect(again.code).toBe(2);
});

test("[OP-05] the web process has metrics for the token only", async () => {
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(product.origin + path, { headers })).status;
  for (const path of ["/metrics", "/support"]) {
    expect(await status(path)).toBe(401);
    expect(await status(path, { authorization: `Bearer ${secrets.METRICS_TOKEN}x` })).toBe(401);
    expect(await status(path, { "x-forwarded-for": "127.0.0.1" })).toBe(401);
  }
  const authorization = `Bearer ${secrets.METRICS_TOKEN}`;
  await fetch(`${product.origin}/api/organisation-settings/appearance`, { headers: { "x-csrf": "1" } });
  const response = await fetch(`${product.origin}/metrics`, { headers: { authorization } });
  const text = await response.text();
  expect(text).toMatch(
    /^http_server_request_duration_seconds_count\{.*http_route="\/api\/organisation-settings\/appearance".*\} \d/m,
  );
  expect(text).toMatch(/^http_client_request_duration_seconds_count\{.*peer_service="api".*\} \d/m);
  expect(text).toMatch(/^nodejs_eventloop_delay_p99_seconds [\d.]/m);
});

test("[OP-05] one trace goes from the browser's call through both processes to SQL", async () => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  await fetch(`${product.origin}/api/organisation-settings/appearance`, {
    headers: { "x-csrf": "1", traceparent },
  });
  const spans = () =>
    exported.flatMap(({ resourceSpans = [] }) =>
      resourceSpans.flatMap(({ resource: { attributes }, scopeSpans }) => {
        const service = attributes.find(({ key }) => key === "service.name")?.value.stringValue;
        const all = scopeSpans.flatMap((scope) => scope.spans);
        return all.filter((span) => span.traceId === traceId).map((span) => ({ service, ...span }));
      }),
    );
  await expect
    .poll(() => new Set(spans().map(({ service }) => service)))
    .toEqual(new Set(["hub-web", "hub-api"]));
  const [ofBrowser] = spans().filter(({ parentSpanId }) => parentSpanId === "00f067aa0ba902b7");
  expect(ofBrowser).toMatchObject({ service: "hub-web", name: "GET /api/organisation-settings/appearance" });
  const call = spans().find(({ parentSpanId }) => parentSpanId === ofBrowser?.spanId);
  expect(call).toMatchObject({ service: "hub-web", name: "GET api" });
  const received = spans().find(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(received).toMatchObject({ service: "hub-api", name: "GET /organisation-settings/appearance" });
  const statement = spans().find(({ parentSpanId }) => parentSpanId === received?.spanId);
  expect(statement).toMatchObject({ service: "hub-api" });
});
