import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../scripts/lib/postgres.mjs";
import { type ApiProcess, startApi, startWeb } from "./api-process";
import { startBalancer } from "./balancer";
import { freePort } from "./free-port";
import { startPgBouncer } from "./pgbouncer";

export const administrator = { userName: "admin", password: "Correct-horse-7" };

/** One of the four processes, on a fixed port. */
export interface Member {
  name: string;
  current: ApiProcess;
  start(): Promise<ApiProcess>;
}

export interface Several {
  /** Origin at which browsers reach the web processes. */
  origin: string;
  members: Member[];
  /** The database, through its pooler. */
  poolerUrl: string;
  /** Lines of the balancer's error log so far. */
  balancerErrors(): Promise<string>;
  stop(): Promise<void>;
}

/** Two web and two API processes behind balancers, on one database behind a pooler in transaction mode. */
export async function startSeveral(settings: Record<string, string> = {}): Promise<Several> {
  /** What to stop, the last one first. */
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    const directory = await mkdtemp(join(tmpdir(), "hub-several-"));
    stops.push(() => rm(directory, { recursive: true }));
    const postgres = await startPostgres();
    stops.push(postgres.stop);
    const pooler = await startPgBouncer(postgres.url);
    stops.push(pooler.stop);
    const [web1, web2, api1, api2] = [await freePort(), await freePort(), await freePort(), await freePort()];
    const balancer = await startBalancer({ web: [web1, web2], api: [api1, api2] });
    stops.push(balancer.stop);
    const origin = `http://127.0.0.1:${balancer.ports.web}`;
    const common = { PUBLIC_URL: origin, PROXY_SECRET: "a-secret-of-both-kinds-of-processes", ...settings };
    const api = (port: number) => () =>
      startApi({
        ...common,
        API_PORT: String(port),
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: postgres.url,
        DATA_DIR: directory,
        ADMIN_PASSWORD: administrator.password,
      });
    const web = (port: number) => () =>
      startWeb({
        ...common,
        PORT: String(port),
        API_URL: `http://127.0.0.1:${balancer.ports.api}`,
        SESSION_SECRET: "a secret of at least thirty-two characters",
        SESSION_STORE_URL: postgres.url,
      });
    const starts = { "API 1": api(api1), "API 2": api(api2), "web 1": web(web1), "web 2": web(web2) };
    const members: Member[] = [];
    // All at once: one migrates and creates the administrator, the others wait.
    const starting = Object.entries(starts).map(async ([name, start]) => {
      const member = { name, start, current: await start() };
      members.push(member);
      stops.push(() => member.current.stop());
    });
    const failed = (await Promise.allSettled(starting)).find(({ status }) => status === "rejected");
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return { origin, members, poolerUrl: pooler.url, balancerErrors: balancer.errors, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
