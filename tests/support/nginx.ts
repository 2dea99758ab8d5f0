import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../scripts/lib/root.mjs";
import { freePort } from "./free-port";
import { type NginxProcess, startNginxProcess } from "./nginx-process";

export interface RunningNginx extends NginxProcess {
  /** Where browsers reach the product: `https` with `tls`, else `http`. */
  origin: string;
  port: number;
  /** Port that redirects to https. */
  redirectPort: number;
  /** Certificate to trust with `tls`. */
  certificate: string;
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
  const [port, redirectPort] = [await freePort(), await freePort()];
  const example = await readFile(join(root, "deploy/nginx/hub.conf"), "utf8");
  const files = { "certificate.pem": certificate, "key.pem": key };
  const running = await startNginxProcess(adapted(example, { web, port, redirectPort, tls }), [port], files);
  const origin = `${tls ? "https" : "http"}://localhost:${port}`;
  return { ...running, origin, port, redirectPort, certificate };
}

interface Places extends Required<NginxOptions> {
  port: number;
  redirectPort: number;
}

function adapted(example: string, { web, port, redirectPort, tls }: Places): string {
  const servers = web.map((each) => `    server 127.0.0.1:${each} max_fails=0;\n`).join("");
  const replacements: [RegExp, string][] = [
    [/(?: {4}server 127\.0\.0\.1:\d+ max_fails=0;\n)+/, servers],
    [/ {4}listen 80;\n {4}listen \[::\]:80;\n/, `    listen 127.0.0.1:${redirectPort};\n`],
    [
      / {4}listen 443 ssl http2;\n {4}listen \[::\]:443 ssl http2;\n/,
      `    listen 127.0.0.1:${port}${tls ? " ssl http2" : ""};\n`,
    ],
    [/ssl_certificate \S+;/, "ssl_certificate FOLDER/certificate.pem;"],
    [/ssl_certificate_key \S+;/, "ssl_certificate_key FOLDER/key.pem;"],
  ];
  return replacements.reduce((text, [pattern, replacement]) => {
    if (!pattern.test(text)) throw new Error(`deploy/nginx/hub.conf has nothing like ${pattern}.`);
    return text.replace(pattern, replacement);
  }, example);
}
