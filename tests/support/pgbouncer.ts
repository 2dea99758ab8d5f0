import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port";
import { isListening } from "./ports";

export interface Pooler {
  /** The same database, through the pooler. */
  url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in transaction mode in front of a database; all clients connect as the user of its address. */
export async function startPgBouncer(databaseUrl: string): Promise<Pooler> {
  const { hostname, port: databasePort, username } = new URL(databaseUrl);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "hub-pooler-"));
  await chmod(folder, 0o755);
  const settings = join(folder, "pgbouncer.ini");
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${databasePort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
# Fewer than the API processes open.
default_pool_size = 8
max_client_conn = 200
`,
  );
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const [uid, gid] = isRoot ? ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "nobody"]))) : [];
  const child = spawn("pgbouncer", ["--quiet", settings], {
    uid,
    gid,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = once(child, "exit");
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    stop: async () => {
      child.kill("SIGINT");
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}
