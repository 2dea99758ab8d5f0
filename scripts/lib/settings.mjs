import { randomBytes } from "node:crypto";
import { Stop } from "./stop.mjs";

/**
 * What the start script itself has to know of the settings; all others are checked by the process they belong to.
 * @typedef {object} Settings
 * @property {number} port of the web process
 * @property {number} apiPort
 * @property {string} dataDirectory
 * @property {string} address what to open in a browser
 * @property {string} probe the web process's own address with the base path
 * @property {string} apiUrl
 * @property {TryOut} [tryOut] set when people sign in through a provider and none is named
 */

/**
 * The provider for trying out that is started then.
 * @typedef {object} TryOut
 * @property {number} port
 * @property {string} issuer its address
 * @property {Record<string, string>} ofAll what all processes have to know of it
 * @property {Record<string, string>} ofProvider what it has to know itself
 */

/**
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Settings}
 * @throws {Stop} naming the setting that is wrong
 */
export function readSettings(environment) {
  const port = readPort(environment, "PORT", 3000);
  const apiPort = readPort(environment, "API_PORT", 4000);
  if (port === apiPort)
    throw new Stop(`PORT and API_PORT are both ${port}. Set one of them to another port.`);
  const multiTenancy = environment.MULTI_TENANCY === "on";
  const basePath = (environment.BASE_PATH ?? "").replace(/^\/*(?=.)/, "/").replace(/\/+$/, "");
  const probe = `http://localhost:${port}${basePath}`;
  const publicUrl = environment.PUBLIC_URL?.replace(/\/+$/, "") || `http://localhost:${port}`;
  return {
    tryOut: readTryOut(environment, publicUrl + basePath),
    port,
    apiPort,
    dataDirectory: environment.DATA_DIR || ".data",
    probe,
    address: publicUrl + basePath + (multiTenancy ? hostPath(environment.TENANT_PATH_PATTERN) : ""),
    apiUrl: environment.API_URL || `http://localhost:${apiPort}${multiTenancy ? "/{tenant}" : ""}`,
  };
}

/**
 * Where the host tenant's workspace is, after the base path. From an expression no path can be made; most take the first segment.
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
    throw new Stop(`${name} must be a port number from 1 to 65535; it is '${text}'.`);
  return port;
}
