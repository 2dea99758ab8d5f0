import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { CliError } from "./cli-error.mjs";
import { freePort } from "./ports.mjs";

/**
 * The folder with `initdb` and `postgres`: POSTGRES_BIN, else on the PATH, else Debian's newest version.
 * @returns {string | undefined}
 */
export function findPostgres() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [
    process.env.POSTGRES_BIN ?? "",
    ...(process.env.PATH ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
  ].find((folder) => folder && existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/**
 * Starts a separate PostgreSQL server on a free port of 127.0.0.1, with an empty database in a temporary folder.
 * @param {{ settings?: Record<string, string> }} [options] server settings; without fsync by default
 * @returns {Promise<{ url: string, pid: number, stop(): Promise<void> }>} `url` connects as the server's owner
 * @throws {CliError} if PostgreSQL is not installed or does not start
 */
export async function startPostgres({ settings = {} } = {}) {
  const bin = findPostgres();
  if (!bin)
    throw new CliError(
      "PostgreSQL is not installed. Install it (Debian: apt-get install postgresql) or set POSTGRES_BIN.",
    );
  const owner = unprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), "hub-postgres-"));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const run = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: "C.UTF-8" } };
  execFileSync(
    join(bin, "initdb"),
    ["--pgdata", data, "--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--no-sync"],
    { ...run, stdio: ["ignore", "ignore", "inherit"] },
  );
  const port = await freePort();
  const all = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: folder,
    // The data need not survive a crash.
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    wal_level: "minimal",
    max_wal_senders: "0",
    ...settings,
  };
  const server = spawn(
    join(bin, "postgres"),
    ["-D", data, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...run, stdio: ["ignore", "ignore", "pipe"] },
  );
  const exited = new Promise((resolve) => server.once("exit", resolve));
  await new Promise((resolve, reject) => {
    let log = "";
    server.stderr.on("data", (text) => {
      if (log.length < 10_000) log += text;
      if (log.includes("ready to accept connections")) resolve(undefined);
    });
    void exited.then(() => reject(new CliError(`PostgreSQL did not start:\n${log}`)));
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: server.pid ?? 0,
    stop: async () => {
      server.kill("SIGINT");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root, so root starts it as another user. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"])
    try {
      const [uid, gid] = ["-u", "-g"].map((flag) =>
        Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] })),
      );
      if (uid && gid) return { uid, gid };
    } catch {
      // No such user: tries the next one.
    }
  throw new CliError(
    "PostgreSQL refuses to run as root, and there is no user 'postgres' or 'nobody' to run it as.",
  );
}
