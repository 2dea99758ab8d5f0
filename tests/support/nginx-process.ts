import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isListening } from "./ports";

export interface NginxProcess {
  /** Lines of the error log so far. */
  errors(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts nginx in a temporary folder.
 * @param servers text within the block `http`
 * @param ports on which it listens once started
 * @param files further files by name; the text names their folder as `FOLDER`
 * @throws with the error log if it ends at once
 */
export async function startNginxProcess(
  servers: string,
  ports: readonly number[],
  files: Readonly<Record<string, string>> = {},
): Promise<NginxProcess> {
  const folder = await mkdtemp(join(tmpdir(), "hub-nginx-"));
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), content, { mode: 0o600 });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const configuration = `daemon off;
${process.getuid?.() === 0 ? "user nobody nogroup;" : ""}
worker_processes 1;
pid FOLDER/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.map((kind) => `${kind}_temp_path FOLDER/${kind};`).join("\n  ")}
  ${servers}
}
`;
  await writeFile(join(folder, "nginx.conf"), configuration.replaceAll("FOLDER", folder));
  const parameters = ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
  const child = spawn("nginx", parameters, {
    stdio: ["ignore", "ignore", "inherit"],
    // Debian has nginx in a folder that is on root's PATH alone.
    env: { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/sbin:/usr/local/sbin` },
  });
  const exited = once(child, "exit");
  const errors = () => readFile(join(folder, "error.log"), "utf8").catch(() => "");
  for (const port of ports)
    while (!(await isListening(port))) {
      if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}:\n${await errors()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  return {
    errors,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}
