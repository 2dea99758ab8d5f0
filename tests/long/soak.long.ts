import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { expect, test } from "vitest";
import { contract } from "@/lib/contract";
import { addressOf } from "@/lib/contract/address";
import type { CallOf, EndpointDeclaration, ResponseOf } from "@/lib/contract/endpoint";
import { startPostgres } from "../../scripts/lib/postgres.mjs";
import { productProcesses } from "../support/processes";
import { type RunningProduct, startProduct } from "../support/product";
import { uniqueName } from "../support/unique-name";

const minutes = Number(process.env.HUB_SOAK_MINUTES ?? 10);
const people = 6;
const secondsBetweenSamples = 2;
/** Timeout of a response in milliseconds. */
const timeout = 60_000;
/** Maximum growth from the first to the last quarter after warm-up, by median. */
const max = { memory: 1.15, count: 1.1 };

/** Simulates a browser that calls the web process and stores its cookies. */
class Visitor {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly product: RunningProduct,
    private readonly failures: string[],
  ) {}

  async ask(
    path: string,
    { method = "GET", body }: { method?: string; body?: unknown } = {},
  ): Promise<string> {
    const response = await fetch(this.product.origin + path, {
      method,
      redirect: "manual",
      // A missing response fails with its address.
      signal: AbortSignal.timeout(timeout),
      headers: {
        "x-csrf": "1",
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch((cause: unknown) => {
      throw new Error(`${method} ${path} is not answered`, { cause });
    });
    for (const [, name = "", value = ""] of response.headers
      .getSetCookie()
      .map((line) => /^([^=]+)=([^;]*)/.exec(line) ?? []))
      this.cookies.set(name, value);
    if (response.status >= 400) this.failures.push(`${response.status} ${method} ${path}`);
    return response.text();
  }

  async call<E extends EndpointDeclaration>(endpoint: E, input: CallOf<E>): Promise<ResponseOf<E>> {
    const { body } = input as { body?: unknown };
    const text = await this.ask(`/api${addressOf(endpoint, input)}`, { method: endpoint.method, body });
    return (text === "" ? null : JSON.parse(text)) as ResponseOf<E>;
  }

  /** Signs in, reads, creates, changes and deletes a user and a role, and signs out. */
  async visit(): Promise<void> {
    const { adminUser: userName, adminPassword: password } = this.product;
    await this.ask("/api/auth/sign-in", { method: "POST", body: { userName, password } });
    for (const path of ["/", "/users", "/roles", "/my-account"]) await this.ask(path);
    const name = uniqueName("soak");
    const roleId = await this.call(contract.roles.create, { body: { roleName: name } });
    const user = { userName: name, firstName: "Ada", lastName: name, email: `${name}@example.test` };
    const userId = await this.call(contract.users.create, {
      body: { ...user, password: `Pass-1-${name}`, roleIds: [roleId] },
    });
    await Promise.all([
      this.call(contract.users.list, { query: { phrase: name } }),
      this.call(contract.users.list, { query: { sortBy: "lastName", filters: "lastName:contains:soak" } }),
      this.call(contract.roles.list, { query: {} }),
      this.call(contract.user.current, {}),
      this.ask(`/users/${userId}`),
    ]);
    await this.call(contract.users.save, { params: { userId }, body: { ...user, firstName: "Grace" } });
    await this.call(contract.roles.history, { query: {} });
    await this.call(contract.users.remove, { query: { userIds: [userId] } });
    await this.call(contract.roles.remove, { query: { roleIds: [roleId] } });
    await this.ask("/api/auth/sign-out", { method: "POST" });
  }
}

const megabytesOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
const openFilesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

test(`[BE-02] ${minutes} minutes of mixed load cause no failure and no growth of memory or handles`, {
  timeout: (minutes + 5) * 60_000,
}, async (context) => {
  if (process.platform !== "linux") context.skip("What processes have open is read from /proc.");
  const postgres = await startPostgres();
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const product = await startProduct({
    // The visitors keep their sessions for the whole run.
    settings: { DATABASE_URL: postgres.url, CONFIRM_AFTER_MINUTES: "0" },
  });
  try {
    const { api, web } = productProcesses(product.process.pid);
    const samples: Record<string, number>[] = [];
    const failures: string[] = [];
    const end = Date.now() + minutes * 60_000;
    const working = Array.from({ length: people }, async () => {
      const visitor = new Visitor(product, failures);
      while (Date.now() < end) await visitor.visit();
    });
    const sampling = setInterval(async () => {
      const { rows } = await database.query("select count(*)::int as count from pg_stat_activity");
      samples.push({
        "memory of the web process": megabytesOf(web),
        "memory of the API": megabytesOf(api),
        "open files of the web process": openFilesOf(web),
        "open files of the API": openFilesOf(api),
        "connections to the database": rows[0].count,
      });
    }, secondsBetweenSamples * 1000);
    await Promise.all(working).finally(() => clearInterval(sampling));

    const warm = samples.slice(Math.floor(samples.length / 5));
    const quarter = Math.floor(warm.length / 4);
    const grown = Object.keys(warm[0] ?? {}).map((name) => {
      const middle = (part: typeof warm) => median(part.map((sample) => sample[name] ?? Number.NaN));
      const [first, last] = [middle(warm.slice(0, quarter)), middle(warm.slice(-quarter))];
      console.log(`${name}: ${first.toFixed(0)} at first, ${last.toFixed(0)} at last`);
      return { name, ratio: last / first, max: name.startsWith("memory") ? max.memory : max.count };
    });
    expect(failures).toEqual([]);
    expect(grown).toHaveLength(5);
    expect(grown.filter(({ ratio, max }) => !(ratio <= max))).toEqual([]);
    expect(await product.stop()).toBe(0);
  } finally {
    await product.stop();
    await database.end();
    await postgres.stop();
  }
});
