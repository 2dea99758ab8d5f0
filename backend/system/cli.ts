// `npm run doctor` and `npm run support-bundle`, see docs/operating/observe.md.
import { parseArgs } from "node:util";
import { ConfigError, readConfig } from "../config/config";
import { type Addresses, diagnose } from "./doctor";
import { tableOf } from "./print-report";
import { worstOf } from "./run-checks";
import { writeSupportBundle } from "./support-bundle";

const usage = `Usage: npm run doctor -- [--json] [--api <address>] [--web <address>]
       npm run support-bundle -- [file.zip] [--api <address>] [--web <address>]`;

type Command = "doctor" | "support-bundle";

async function run(command: Command): Promise<void> {
  const { file, json, ...given } = readArguments(command);
  const config = readConfig(process.env);
  const addresses = { ...defaultAddresses(process.env), ...given };
  const report = await diagnose(config, addresses);
  if (command === "support-bundle") {
    await writeSupportBundle(file, { report, config, addresses });
    process.stdout.write(`${file}\n`);
    return;
  }
  const worst = worstOf(report);
  process.stdout.write(
    json ? `${JSON.stringify({ state: worst, ...report }, undefined, 2)}\n` : tableOf(report),
  );
  if (worst === "act") process.exitCode = 1;
}

function readArguments(command: Command) {
  try {
    const { values, positionals } = parseArgs({
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
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`);
  }
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

/** Foreseen errors are one line and exit code 2; 1 means that something needs action. */
export function runCommand(command: Command): void {
  run(command).catch((error: unknown) => {
    const { code, message, stack } = error as NodeJS.ErrnoException;
    const isForeseen = error instanceof ConfigError || code !== undefined;
    process.stderr.write(`${isForeseen ? message : stack}\n`);
    process.exitCode = 2;
  });
}
