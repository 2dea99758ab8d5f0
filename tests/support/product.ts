import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/lib/root.mjs";
import { freePort } from "./free-port";
import { copyNewDatabase } from "./new-database";

export interface ProductOptions {
  /** Environment variables beyond ports, data directory and administrator. */
  settings?: Record<string, string | undefined>;
  /** Tenants besides the host tenant, created before the start. */
  tenants?: readonly string[];
  /** Creates the database during the start, instead of copying a prepared one. */
  isFirstStart?: boolean;
}

export interface RunningProduct {
  origin: string;
  apiOrigin: string;
  adminUser: string;
  adminPassword: string;
  dataDirectory: string;
  process: ChildProcess;
  /** Returns all output so far. */
  output(): string;
  /** Stops it like Ctrl-C, deletes its data and returns its exit code. */
  stop(): Promise<number | null>;
}

const followParent = pathToFileURL(join(root, "scripts/lib/follow-parent.mjs")).href;

/** Settings for processes that run only seconds. */
export const shortLived = {
  NODE_OPTIONS: `--import ${pathToFileURL(join(root, "tests/support/quick-start.mjs")).href}`,
};
/** Settings for longer runs on the embedded database. */
export const longLived = { NODE_OPTIONS: undefined };

const adminUser = "admin";
const adminPassword = "Correct-horse-7";

/**
 * Starts the built product with `scripts/start.mjs` on free ports and a new data directory.
 * @throws with its output if it exits before it is ready
 */
export async function startProduct({
  settings = {},
  tenants = [],
  isFirstStart = false,
}: ProductOptions = {}): Promise<RunningProduct> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "hub-test-"));
  if (!isFirstStart && !settings.DATABASE_URL) await copyNewDatabase(dataDirectory);
  const [port, apiPort] = [await freePort(), await freePort()];
  const environment = {
    ...process.env,
    PORT: String(port),
    API_PORT: String(apiPort),
    DATA_DIR: dataDirectory,
    ADMIN_USER: adminUser,
    ADMIN_PASSWORD: adminPassword,
    ...shortLived,
    ...settings,
  };
  for (const tenant of tenants)
    await finished(runScript(["api-command.mjs", "seed", "--tenant", tenant, "--users", "0"], environment));
  const child = runScript(["start.mjs"], environment);
  await ready(child);
  return {
    origin: `http://localhost:${port}`,
    apiOrigin: `http://localhost:${apiPort}`,
    adminUser,
    adminPassword,
    dataDirectory,
    process: child.process,
    output: child.output,
    stop: async () => {
      const code = await end(child.process);
      await rm(dataDirectory, { recursive: true, force: true });
      return code;
    },
  };
}

export interface RunningScript {
  process: ChildProcess;
  output(): string;
}

/** Runs one of `scripts/` and collects its output. */
export function runScript([script = "", ...parameters]: string[], env: NodeJS.ProcessEnv): RunningScript {
  let output = "";
  // Exits with the test run, even after an aborted test.
  const child = spawn(
    process.execPath,
    ["--import", followParent, join(root, "scripts", script), ...parameters],
    {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    },
  );
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
  return { process: child, output: () => output };
}

/** Starts with `settings`, and returns exit code and output of a process that exits on its own. */
export async function startThatEnds(settings: Record<string, string>) {
  const ports = { PORT: String(await freePort()), API_PORT: String(await freePort()) };
  const script = runScript(["start.mjs"], { ...process.env, ...ports, ...settings });
  const [code] = (await once(script.process, "close")) as [number | null];
  return { code, lines: script.output().trim().split("\n") };
}

/** Resolves once the start script has reported that it is ready. */
async function ready({ process: child, output }: RunningScript): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", () => output().includes("Press Ctrl-C to stop") && resolve());
    child.once("exit", (code) => reject(new Error(`The start ended with ${code}:\n${output()}`)));
  });
}

async function finished({ process: child, output }: RunningScript): Promise<void> {
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`A script ended with ${code}:\n${output()}`);
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill("SIGINT");
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}
