// `npm run doctor` and `npm run support-bundle`, see docs/operating/observe.md.
import { parseArgs } from "node:util";
import { runCommand } from "../config/command";
import { readConfig } from "../config/config";
import { type Addresses, diagnose } from "./doctor";
import { tableOf } from "./print-report";
import { worstOf } from "./run-checks";
import { writeSupportBundle } from "./support-bundle";

const addresses = "[--api <address>] [--web <address>]";
const usages = {
  doctor: `Usage: npm run doctor -- [--json] ${addresses}`,
  "support-bundle": `Usage: npm run support-bundle -- [file.zip] ${addresses}`,
};

type Command = keyof typeof usages;

/** Exit code 1 means that something needs action, 2 that the command failed. */
export function runSystemCommand(command: Command): void {
  runCommand(usages[command], (parameters) => run(command, parameters), 2);
}

async function run(command: Command, parameters: string[]): Promise<void> {
  const { file, json, ...given } = readArguments(command, parameters);
  const config = readConfig(process.env);
  const at = { ...defaultAddresses(process.env), ...given };
  const report = await diagnose(config, at);
  if (command === "support-bundle") {
    await writeSupportBundle(file, { report, config, addresses: at });
    process.stdout.write(`${file}\n`);
    return;
  }
  const worst = worstOf(report);
  process.stdout.write(
    json ? `${JSON.stringify({ state: worst, ...report }, undefined, 2)}\n` : tableOf(report),
  );
  if (worst === "act") process.exitCode = 1;
}

function readArguments(command: Command, parameters: string[]) {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: command === "support-bundle",
    options: { json: { type: "boolean" }, api: { type: "string" }, web: { type: "string" } },
  });
  const at = new Date().toISOString().replace(/[-:]/g, "").slice(0, 13);
  const { json = false, api, web } = values;
  const trimmed = (address: string) => address.replace(/\/+$/, "");
  return {
    file: positionals[0] ?? `hub-support-${at}.zip`,
    json,
    ...(api && { api: trimmed(api) }),
    ...(web && { web: trimmed(web) }),
  };
}

/** The addresses of both processes as `npm start` on this machine gives them. */
function defaultAddresses(environment: Readonly<Record<string, string | undefined>>): Addresses {
  const at = (host: string | undefined, port: string) => {
    const isAny = !host || host === "0.0.0.0" || host === "::";
    return `http://${isAny ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
  };
  const { API_HOST, API_PORT, HOST, PORT, BASE_PATH = "" } = environment;
  return {
    api: at(API_HOST, API_PORT || "4000"),
    web: at(HOST, PORT || "3000") + BASE_PATH.replace(/^\/*(?=.)/, "/").replace(/\/+$/, ""),
  };
}
