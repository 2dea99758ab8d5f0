import { randomBytes } from "node:crypto";
import { CliError } from "./cli-error.mjs";

/**
 * Settings that the start script needs; all others are checked by their process.
 * @typedef {object} Settings
 * @property {number} port of the web process
 * @property {string} host address on which the web process listens
 * @property {number} apiPort
 * @property {string} apiHost address on which the API listens: only the web process on this machine must reach it
 * @property {string} dataDirectory
 * @property {string} publicUrl origin at which browsers reach it
 * @property {string} address address to open in a browser
 * @property {string} probe the web process's own address with the base path
 * @property {string} apiProbe the API's own address
 * @property {string} apiUrl address at which the web process reaches the API
 * @property {TryOut} [tryOut] set if users sign in through a provider and none is configured
 */

/**
 * The demo provider that is started then.
 * @typedef {object} TryOut
 * @property {number} port
 * @property {string} issuer its address
 * @property {Record<string, string>} ofAll settings for all processes
 * @property {Record<string, string>} ofProvider settings for the provider alone
 */

/**
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Settings}
 * @throws {CliError} naming the invalid setting
 */
export function readSettings(environment) {
  const port = readPort(environment, "PORT", 3000);
  const apiPort = readPort(environment, "API_PORT", 4000);
  if (port === apiPort)
    throw new CliError(`PORT and API_PORT are both ${port}. Set one of them to another port.`);
  const multiTenancy = environment.MULTI_TENANCY === "on";
  const basePath = (environment.BASE_PATH ?? "").replace(/^\/*(?=.)/, "/").replace(/\/+$/, "");
  const host = environment.HOST || "0.0.0.0";
  const apiHost = environment.API_HOST || "127.0.0.1";
  const probe = originAt(host, port) + basePath;
  const publicUrl =
    environment.PUBLIC_URL?.replace(/\/+$/, "") ||
    originAt(host.replace(/^(?:127\..*|::1)$/, "localhost"), port);
  return {
    tryOut: readTryOut(environment, publicUrl + basePath),
    port,
    host,
    apiPort,
    apiHost,
    dataDirectory: environment.DATA_DIR || ".data",
    probe,
    publicUrl,
    address: publicUrl + basePath + (multiTenancy ? hostPath(environment.TENANT_PATH_PATTERN) : ""),
    apiProbe: originAt(apiHost, apiPort),
    apiUrl: environment.API_URL || `${originAt(apiHost, apiPort)}${multiTenancy ? "/{tenant}" : ""}`,
  };
}

/**
 * Address at which this machine reaches a server that listens on `host`; `0.0.0.0` and `::` are all addresses.
 * @param {string} host @param {number} port
 */
function originAt(host, port) {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/**
 * The path of the host tenant's workspace after the base path. Cannot be derived from a regular expression; most match the
 * first segment.
 * @param {string} [pattern]
 */
function hostPath(pattern) {
  return (pattern?.includes("{tenant}") ? pattern : "/{tenant}").replace("{tenant}", "main");
}

/**
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {string} address of the product, with the base path
 * @returns {TryOut | undefined}
 */
function readTryOut(environment, address) {
  if (environment.AUTH_MODE !== "oidc" || environment.OIDC_ISSUER) return undefined;
  const port = readPort(environment, "OIDC_PORT", 4001);
  const issuer = `http://localhost:${port}`;
  return {
    port,
    issuer,
    ofAll: {
      OIDC_ISSUER: issuer,
      OIDC_AUDIENCE: environment.OIDC_AUDIENCE || "hub-api",
      OIDC_CLIENT_ID: environment.OIDC_CLIENT_ID || "hub",
      OIDC_CLIENT_SECRET: environment.OIDC_CLIENT_SECRET || randomBytes(32).toString("base64url"),
      OIDC_REDIRECT: "shared",
    },
    ofProvider: { TRY_OUT_ADDRESS: address },
  };
}

/**
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {string} name
 * @param {number} otherwise
 */
function readPort(environment, name, otherwise) {
  const text = environment[name] || String(otherwise);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65535)
    throw new CliError(`${name} must be a port number from 1 to 65535; it is '${text}'.`);
  return port;
}
