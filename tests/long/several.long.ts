import { randomUUID } from "node:crypto";
import { HubConnectionBuilder, LogLevel } from "@microsoft/signalr";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contract } from "@/lib/contract";
import { addressOf } from "@/lib/contract/address";
import type { ResponseOf } from "@/lib/contract/endpoint";
import { allRows } from "@/lib/contract/paging";
import { PostgresStore } from "@/lib/server/session/postgres-store";
import { administrator, type Several, startSeveral } from "../support/several";

const visitors = 8;
/** Requests answered during rolling restarts. */
const requests = 10_000;
const kills = 20;
/** Answered requests between two kills. */
const betweenKills = 100;

interface Outcome {
  method: string;
  path: string;
  /** 0 without a response. */
  status: number;
  milliseconds: number;
  /** Begin of the response that reports a failure, or the error of a request without one. */
  reason?: string;
}

/** Reads and writes through the balancer like a browser until stopped. */
class Visitor {
  private cookie = "";
  /** Roles whose creation was acknowledged. */
  readonly acknowledged: string[] = [];
  isStopped = false;

  constructor(
    private readonly origin: string,
    private readonly report: (outcome: Outcome) => void,
  ) {}

  get headers() {
    return { "x-csrf": "1", cookie: this.cookie };
  }

  async signIn(): Promise<void> {
    const response = await fetch(`${this.origin}/api/auth/sign-in`, {
      method: "POST",
      headers: { "x-csrf": "1", "content-type": "application/json" },
      body: JSON.stringify(administrator),
    });
    expect(response.status).toBe(204);
    this.cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
  }

  async ask(path: string, method = "GET", body?: unknown, key?: string): Promise<Outcome> {
    const from = performance.now();
    const answer = await fetch(this.origin + path, {
      method,
      redirect: "manual",
      headers: {
        ...this.headers,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(key && { "idempotency-key": key }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).then(
      async (response) => {
        const text = await response.text();
        return { status: response.status, ...(response.status >= 400 && { reason: text.slice(0, 200) }) };
      },
      (error: Error) => ({ status: 0, reason: String(error.cause ?? error) }),
    );
    const outcome = { method, path, ...answer, milliseconds: performance.now() - from };
    this.report(outcome);
    return outcome;
  }

  /** Reads three times as often as it writes; repeats a write without a response like the browser, with its key. */
  async work(): Promise<void> {
    const list = `/api${addressOf(contract.users.list, { query: { pageLimit: 20 } })}`;
    for (let round = 0; !this.isStopped; round += 1) {
      // A page costs as much as twenty calls.
      for (const path of [round % 5 ? list : "/users", list, "/api/user"]) await this.ask(path);
      const roleName = `Made by ${randomUUID()}`;
      const key = randomUUID();
      const create = () => this.ask("/api/roles", "POST", { roleName }, key);
      let { status } = await create();
      for (let tries = 0; status >= 500 || status === 0; tries += 1) {
        if (tries === 5) return;
        ({ status } = await create());
      }
      if (status === 200) this.acknowledged.push(roleName);
    }
  }
}

let several: Several;
beforeEach(async () => {
  several = await startSeveral({ DRAIN_SECONDS: "2" });
});
afterEach(() => several?.stop());

/** Runs `disturb` under load. @returns all outcomes, and the roles acknowledged and stored */
async function underLoad(disturb: (answered: () => number) => Promise<void>) {
  const outcomes: Outcome[] = [];
  const crowd = Array.from(
    { length: visitors },
    () => new Visitor(several.origin, (outcome) => outcomes.push(outcome)),
  );
  for (const visitor of crowd) await visitor.signIn();
  const [first] = crowd;
  const listener = await listen(first as Visitor);
  const working = crowd.map((visitor) => visitor.work());
  await disturb(() => outcomes.length);
  for (const visitor of crowd) visitor.isStopped = true;
  await Promise.all(working);
  const stored = await rolesOf(first as Visitor);
  await expect.poll(() => [...stored.keys()].filter((roleId) => !listener.known.has(roleId))).toEqual([]);
  await listener.stop();
  const acknowledged = crowd.flatMap((visitor) => visitor.acknowledged);
  const times = outcomes
    .filter(({ status }) => status > 0 && status < 500)
    .map(({ milliseconds }) => milliseconds);
  times.sort((a, b) => a - b);
  const at = (part: number) => `${Math.round(times[Math.floor(times.length * part)] ?? 0)} ms`;
  const failed = outcomes.filter(({ status }) => status === 0 || status >= 400);
  console.log(
    `${outcomes.length} requests, ${failed.length} failed, ${acknowledged.length} writes acknowledged, ` +
      `${listener.connections()} connections of a live client; median ${at(0.5)}, p99 ${at(0.99)}, maximum ${at(1)}`,
  );
  return { failed, acknowledged, stored: [...stored.values()] };
}

async function rolesOf({ headers }: Visitor): Promise<Map<string, string>> {
  const path = addressOf(contract.roles.list, { query: { pageLimit: allRows } });
  const response = await fetch(`${several.origin}/api${path}`, { headers });
  const { list } = (await response.json()) as ResponseOf<typeof contract.roles.list>;
  return new Map(list.map(({ roleId, roleName }) => [roleId, roleName]));
}

/** A client that learns of roles by live signals, and by reading the list after each connection, as the workspace does. */
async function listen(visitor: Visitor) {
  const known = new Set<string>();
  let connections = 0;
  let isStopped = false;
  let stop = async () => {};
  const read = async () => {
    for (const roleId of (await rolesOf(visitor)).keys()) known.add(roleId);
  };
  const running = (async () => {
    while (!isStopped) {
      const connection = new HubConnectionBuilder()
        .withUrl(`${several.origin}/api/hubs/notifications`, { headers: visitor.headers })
        .configureLogging(LogLevel.None)
        .build();
      connection.on("ReceiveSignal", ({ kind, ids }: { kind: string; ids?: string[] | null }) => {
        for (const id of ids ?? []) known.add(id);
        if (kind === "resync" || ids === null) void read().catch(() => connection.stop());
      });
      const closed = new Promise<void>((resolve) => connection.onclose(() => resolve()));
      try {
        await connection.start();
        connections += 1;
        stop = () => connection.stop();
        await read();
        await closed;
      } catch {
        await connection.stop();
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  await expect.poll(() => connections).toBe(1);
  return {
    known,
    connections: () => connections,
    stop: async () => {
      isStopped = true;
      await stop();
      await running;
    },
  };
}

test("[OP-02] rolling restarts of two web and two API processes under load fail no request", {
  timeout: 1_800_000,
}, async () => {
  let rounds = 0;
  const { failed, acknowledged, stored } = await underLoad(async (answered) => {
    while (answered() < requests) {
      for (const member of several.members) {
        expect(await member.current.stop()).toBe(0);
        member.current = await member.start();
      }
      rounds += 1;
    }
  });
  console.log(`${rounds} rolling restarts`);
  // nginx logs each connection that it could not open before it asks the other process.
  if (failed.length) console.log((await several.balancerErrors()).replace(/^.*Connection refused.*\n/gm, ""));
  expect(failed).toEqual([]);
  expect(rounds).toBeGreaterThan(0);
  expect(acknowledged.toSorted()).toEqual(stored.filter((name) => name.startsWith("Made by")).toSorted());
});

test(`[OP-02] ${kills} kills of any process lose no acknowledged write and sign no one out`, {
  timeout: 1_800_000,
}, async () => {
  const { failed, acknowledged, stored } = await underLoad(async (answered) => {
    for (let kill = 0; kill < kills; kill += 1) {
      const before = answered();
      const member = several.members[Math.floor(Math.random() * several.members.length)];
      if (!member) continue;
      await member.current.kill();
      member.current = await member.start();
      await expect.poll(answered, { timeout: 120_000 }).toBeGreaterThan(before + betweenKills);
    }
  });
  console.log(failed.map(({ method, path, status }) => `${status} ${method} ${path}`).join("\n"));
  const made = stored.filter((name) => name.startsWith("Made by"));
  expect(acknowledged.filter((name) => !made.includes(name))).toEqual([]);
  // Repeated writes were made once.
  expect(new Set(made).size).toBe(made.length);
  // Only requests pending at a killed process fail, and never with 401.
  expect(failed.filter(({ status }) => status > 0 && status < 500)).toEqual([]);
  expect(failed.length).toBeLessThanOrEqual(kills * visitors);
});

test("[BE-02] a session store behind a pooler, which swallows notifications, asks the database", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue(undefined);
  const [one, other] = [new PostgresStore(several.poolerUrl), new PostgresStore(several.poolerUrl)];
  await expect.poll(() => warn.mock.calls.length).toBe(2);
  expect(warn.mock.calls[0]?.[0]).toMatch(/^session store: .* SESSION_STORE_URL/);
  expect(await other.endedAt(["a session"])).toBeUndefined();
  await one.end(["a session"], Date.now() + 60_000);
  expect(await other.endedAt(["a session"])).toBeGreaterThan(0);
});
