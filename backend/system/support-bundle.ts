import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import type { SystemReport } from "../../lib/contract/system";
import type { ProcessFacts } from "../../lib/server/core/process-facts";
import { redact, secretValues } from "../../lib/server/core/redact";
import type { Config } from "../config/config";
import { StartError } from "../core/start-error";
import { type Addresses, ask } from "./doctor";
import { tableOf } from "./print-report";
import { reasonOf } from "./run-checks";

const about = `Made by "npm run support-bundle" of Hub, to be sent to those who help you. Look through it first.

checks.txt, checks.json   the checks of "npm run doctor"
api.json, web.json        versions, machine and settings of both processes; secret values are left out
api.log, web.log          the latest log lines of both processes, secrets replaced by [hidden]
`;

/**
 * Writes a zip with the checks, and the facts and logs of both processes. Redacts again, because a process of another version
 * may redact less.
 */
export async function writeSupportBundle(
  file: string,
  { report, config, addresses }: { report: SystemReport; config: Config; addresses: Addresses },
): Promise<void> {
  const zip = new ZipFile();
  const secrets = secretValues(process.env);
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(redact(text, secrets)), name);
  add("README.txt", about);
  add("checks.txt", tableOf(report));
  add("checks.json", JSON.stringify(report, undefined, 2));
  for (const name of ["api", "web"] as const) {
    try {
      const { logs, ...facts } = await ask<ProcessFacts>(`${addresses[name]}/support`, config.metricsToken);
      add(`${name}.json`, JSON.stringify(facts, undefined, 2));
      add(`${name}.log`, logs.map((line) => `${line}\n`).join(""));
    } catch (error) {
      add(`${name}.json`, JSON.stringify({ leftOut: `the process did not respond: ${reasonOf(error)}` }));
    }
  }
  zip.end();
  try {
    await pipeline(zip.outputStream, createWriteStream(file, { flags: "wx", mode: 0o600 }));
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw new StartError(`${file} exists already. Remove it or choose another name.`);
    await rm(file, { force: true });
    throw new StartError(
      `${file} cannot be written (${code || (error as Error).message}). Choose another place.`,
    );
  }
}
