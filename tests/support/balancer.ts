import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port";
import { isListening } from "./ports";

export interface Balancer {
  /** Ports on which it listens, by the name of the group behind it. */
  ports: Record<string, number>;
  stop(): Promise<void>;
}

/**
 * Starts nginx in front of groups of processes of this machine. It tries another process if it cannot connect to one, and
 * counts none as failed: with two, one that restarts would otherwise leave none while the other restarts.
 * @param groups ports of the processes, by name of the group
 */
export async function startBalancer(groups: Record<string, readonly number[]>): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), "hub-nginx-"));
  const ports: Record<string, number> = {};
  for (const name of Object.keys(groups)) ports[name] = await freePort();
  const servers = Object.entries(groups).map(
    ([name, processes]) => `
  upstream ${name} {
    ${processes.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(" ")}
    keepalive 32;
    keepalive_timeout 60s;
  }
  server {
    listen 127.0.0.1:${ports[name]};
    location / {
      proxy_pass http://${name};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout 2s;
      proxy_read_timeout 75s;
      proxy_request_buffering off;
    }
  }`,
  );
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off;
${process.getuid?.() === 0 ? "user nobody nogroup;" : ""}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_max_body_size 320m;
  large_client_header_buffers 4 48k;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(" ")}
  ${servers.join("")}
}
`,
  );
  const child = spawn(
    "nginx",
    ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")],
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const exited = once(child, "exit");
  for (const port of Object.values(ports))
    while (!(await isListening(port))) {
      if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  return {
    ports,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}
