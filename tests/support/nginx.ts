import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/lib/root.mjs";
import { freePort } from "./free-port";
import { isListening } from "./ports";

export interface RunningNginx {
  /** Where browsers reach the product: `https` with `tls`, else `http`. */
  origin: string;
  port: number;
  /** Port that redirects to https. */
  redirectPort: number;
  /** Certificate to trust with `tls`. */
  certificate: string;
  /** Lines of the error log so far. */
  errors(): Promise<string>;
  stop(): Promise<void>;
}

export interface NginxOptions {
  /** Ports of the web processes on this machine. */
  web: readonly number[];
  tls?: boolean;
}

/** Created for the tests: `openssl req -x509 -newkey ec -nodes -subj /CN=localhost`. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUF0uwY3LEzxBFVMFU+GkhteSpnnIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzIwNDEwNloYDzIxMjYxMTAz
MjA0MTA2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATNDYRe+nAY5WBCDN5y2mmGryoCugjrIhog+3WCgjwWHBEY3qxhGKMm
VRQ6iN9DjZOFKr1URIq2Dfjvwwy3Sveeo28wbTAdBgNVHQ4EFgQUjN4HSYTzASyz
icogFCcUBLQ5XkEwHwYDVR0jBBgwFoAUjN4HSYTzASyzicogFCcUBLQ5XkEwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAJ3pOdd3SLz8ZLT2qoj9XkL2mo7HtL5/zC51OuC86pNiAiEA
rFT5kFuvbwEbuWtih3duF4GL3eRrCED6Dkad7aJuNYI=
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYSGY5oIYHkMzPVAG
WO9rHGkuWE2b5HP0Bvn21yW4jdChRANCAATNDYRe+nAY5WBCDN5y2mmGryoCugjr
Ihog+3WCgjwWHBEY3qxhGKMmVRQ6iN9DjZOFKr1URIq2Dfjvwwy3Svee
-----END PRIVATE KEY-----
`;

/**
 * Starts nginx with `deploy/nginx/hub.conf`: only ports, certificate and the addresses of the web processes differ.
 * @throws if the file lacks a text to be replaced, or nginx does not start
 */
export async function startNginx({ web, tls = false }: NginxOptions): Promise<RunningNginx> {
  const folder = await mkdtemp(join(tmpdir(), "hub-nginx-"));
  const [port, redirectPort] = [await freePort(), await freePort()];
  await writeFile(join(folder, "certificate.pem"), certificate);
  await writeFile(join(folder, "key.pem"), key, { mode: 0o600 });
  const example = await readFile(join(root, "deploy/nginx/hub.conf"), "utf8");
  await writeFile(join(folder, "hub.conf"), adapted(example, { folder, web, port, redirectPort, tls }));
  await writeFile(join(folder, "nginx.conf"), mainConfiguration(folder));
  const parameters = ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
  const child = spawn("nginx", parameters, {
    stdio: ["ignore", "ignore", "inherit"],
    env: withSystemFolders(),
  });
  const exited = once(child, "exit");
  const errors = () => readFile(join(folder, "error.log"), "utf8").catch(() => "");
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}:\n${await errors()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    origin: `${tls ? "https" : "http"}://localhost:${port}`,
    port,
    redirectPort,
    certificate,
    errors,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

interface Places extends Required<NginxOptions> {
  folder: string;
  port: number;
  redirectPort: number;
}

function adapted(example: string, { folder, web, port, redirectPort, tls }: Places): string {
  const servers = web.map((each) => `    server 127.0.0.1:${each} max_fails=0;\n`).join("");
  const replacements: [RegExp, string][] = [
    [/(?: {4}server 127\.0\.0\.1:\d+ max_fails=0;\n)+/, servers],
    [/ {4}listen 80;\n {4}listen \[::\]:80;\n/, `    listen 127.0.0.1:${redirectPort};\n`],
    [
      / {4}listen 443 ssl http2;\n {4}listen \[::\]:443 ssl http2;\n/,
      `    listen 127.0.0.1:${port}${tls ? " ssl http2" : ""};\n`,
    ],
    [/ssl_certificate \S+;/, `ssl_certificate ${folder}/certificate.pem;`],
    [/ssl_certificate_key \S+;/, `ssl_certificate_key ${folder}/key.pem;`],
  ];
  return replacements.reduce((text, [pattern, replacement]) => {
    if (!pattern.test(text)) throw new Error(`deploy/nginx/hub.conf has nothing like ${pattern}.`);
    return text.replace(pattern, replacement);
  }, example);
}

/** The usual nginx.conf around conf.d, in the folder of the test. */
function mainConfiguration(folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `daemon off;
${process.getuid?.() === 0 ? "user nobody nogroup;" : ""}
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join("\n  ")}
  include ${folder}/hub.conf;
}
`;
}

/** Debian has nginx in a folder that is not on everybody's PATH. */
function withSystemFolders(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env.PATH ?? ""}:/usr/sbin:/usr/local/sbin` };
}
