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
  return {
    port,
    apiPort,
    dataDirectory: environment.DATA_DIR || ".data",
    probe,
    address:
      (environment.PUBLIC_URL?.replace(/\/+$/, "") || `http://localhost:${port}`) +
      basePath +
      (multiTenancy ? "/main" : ""),
    apiUrl: environment.API_URL || `http://localhost:${apiPort}${multiTenancy ? "/{tenant}" : ""}`,
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
