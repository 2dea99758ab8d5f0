// Checks any server of the contract against it: `npm run conformance -- --api URL --user NAME --password PASSWORD`.
import { parseArgs } from "node:util";
import { allEndpoints } from "../../lib/contract";
import { runCommand, UsageError } from "../config/command";
import { StartError } from "../core/start-error";
import { Caller } from "./caller";
import { Findings } from "./findings";
import { ownPrefix } from "./records";
import { checkConformance } from "./run";

const usage = `Usage: npm run conformance -- --api <address> (--user <name> --password <password> | --token <token>) [--area <area>]
--api is the address of the server, with the tenant if it has several: http://localhost:4000 or http://localhost:4000/main.
--token is an access token or API key. The user needs all permissions; calls without permission fail.
--area checks the calls of one area only. Creates and removes records whose texts begin with ${ownPrefix}.`;

runCommand(usage, async (parameters) => {
  const { url, area, signIn } = readArguments(parameters);
  const caller = await signIn().catch((error: Error) => {
    const { cause } = error as { cause?: Error };
    throw new StartError(`${url} cannot be used: ${cause?.message || error.message}`);
  });
  const endpoints = allEndpoints.filter((endpoint) => !area || endpoint.area === area);
  if (endpoints.length === 0) throw new UsageError(`The contract has no area '${area}'.`);
  const findings = new Findings();
  const left = await checkConformance(caller, endpoints, findings).catch((error: Error) => {
    throw new StartError(`${url} does not answer: ${error.message}`);
  });
  process.stdout.write(`${findings.table(endpoints)}\n`);
  process.stdout.write(
    left.length > 0
      ? `Left behind, remove them by hand: ${left.join(", ")}\n`
      : "Nothing was left behind, except in the history.\n",
  );
  if (findings.hasFailures) process.exitCode = 1;
});

/** @throws {UsageError} */
function readArguments(parameters: string[]): { url: string; area?: string; signIn: () => Promise<Caller> } {
  const text = { type: "string" } as const;
  const options = { api: text, user: text, password: text, token: text, area: text };
  const { api, user, password, token, area } = parseArgs({ args: parameters, options }).values;
  const url = api?.replace(/\/+$/, "") ?? "";
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")) throw new UsageError();
  if (token !== undefined) return { url, area, signIn: async () => new Caller(url, `Bearer ${token}`) };
  if (user === undefined || password === undefined) throw new UsageError();
  return { url, area, signIn: () => Caller.signIn(url, user, password) };
}
