import { freePort } from "./free-port";
import { startNginxProcess } from "./nginx-process";

export interface Balancer {
  /** Ports on which it listens, by the name of the group behind it. */
  ports: Record<string, number>;
  /** Lines of the error log so far. */
  errors(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts nginx in front of groups of processes of this machine. It tries another process if it cannot connect to one, and
 * counts none as failed: with two, one that restarts would otherwise leave none while the other restarts.
 * @param groups ports of the processes, by name of the group
 */
export async function startBalancer(groups: Record<string, readonly number[]>): Promise<Balancer> {
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
  const limits = "client_max_body_size 320m;\n  large_client_header_buffers 4 48k;";
  const { errors, stop } = await startNginxProcess(`${limits}${servers.join("")}`, Object.values(ports));
  return { ports, errors, stop };
}
