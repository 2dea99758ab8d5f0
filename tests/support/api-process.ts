import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../../scripts/lib/root.mjs";
import { shortLived } from "./product";

export interface ApiProcess {
  process: ChildProcess;
  /** Kills the process immediately, like a power failure. */
  kill(): Promise<void>;
  /** Stops the process gracefully and returns the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the built API without the start script.
 * @throws with its output if it exits before it is ready
 */
export function startApi(settings: Record<string, string | undefined>): Promise<ApiProcess> {
  const { API_PORT } = settings;
  return startOne("dist/api.mjs", settings, `http://localhost:${API_PORT}/ready`);
}

/** Starts the built web process separately. */
export function startWeb(settings: Record<string, string | undefined>): Promise<ApiProcess> {
  const { PORT, BASE_PATH = "" } = settings;
  const kept = { CACHE_DIR: join(root, ".cache/web"), ...settings };
  return startOne("dist/web.mjs", kept, `http://localhost:${PORT}${BASE_PATH}/health`);
}

async function startOne(
  script: string,
  settings: Record<string, string | undefined>,
  probe: string,
): Promise<ApiProcess> {
  let output = "";
  const child = spawn(process.execPath, [join(root, script)], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn", ...shortLived, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const exited = once(child, "exit");
  while (!(await answers(probe))) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    process: child,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    stop: async () => {
      child.kill("SIGTERM");
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address)).ok;
  } catch {
    return false;
  }
}
