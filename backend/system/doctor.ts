import type { SystemCheckResult, SystemReport } from "../../lib/contract/system";
import { fallbackLanguage } from "../../lib/preferences/preferences";
import { secretsOf } from "../../lib/server/config/secret-list";
import packageJson from "../../package.json";
import type { Config } from "../config/config";
import { postgresConnection } from "../database/postgres";
import type { Connection } from "../database/transaction";
import { makeFileStore } from "../files/make-file-store";
import { makeMailer } from "../mail/mailer";
import { backup } from "./checks/backup";
import { certificates } from "./checks/certificates";
import { clock } from "./checks/clock";
import { database, version } from "./checks/database";
import { disk, files } from "./checks/files";
import { mail } from "./checks/mail";
import { provider } from "./checks/provider";
import { reasonOf, SystemChecks } from "./run-checks";

export interface Addresses {
  api: string;
  web: string;
}

/** Milliseconds for a response: longer than the slowest check. */
const timeout = 20_000;

const headersOf = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${secretsOf(token)[0]}` } : {};

/** @throws when the process does not respond, or refuses */
export async function ask<Answer>(address: string, token: string | undefined): Promise<Answer> {
  const response = await fetch(address, {
    headers: headersOf(token),
    redirect: "error",
    signal: AbortSignal.timeout(timeout),
  });
  if (response.status === 401 || response.status === 403)
    throw new Error("it refuses to say; give this command the METRICS_TOKEN of that process");
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as Answer;
}

/**
 * The report of the running API with the state of both processes; without an API, the checks that need none.
 */
export async function diagnose(config: Config, { api, web }: Addresses): Promise<SystemReport> {
  const [ofWeb, { result, report }] = await Promise.all([webState(web), apiState(config, api)]);
  return { ...report, checks: [result, ofWeb, ...report.checks] };
}

async function apiState(
  config: Config,
  api: string,
): Promise<{ result: SystemCheckResult; report: SystemReport }> {
  const about = { id: "api", title: "API process" };
  try {
    const report = await ask<SystemReport>(`${api}/doctor`, config.metricsToken);
    return { result: { ...about, state: "fine", text: `Responds at ${api}.` }, report };
  } catch (error) {
    const result = {
      ...about,
      state: "act" as const,
      text: `Does not respond at ${api}: ${reasonOf(error)}`,
      remedy: "Start it; if it ends at once, its last line says why. The checks below were made without it.",
    };
    return { result, report: await reportWithoutApi(config) };
  }
}

/** Migrates nothing and opens no embedded database, which another process may have. */
async function reportWithoutApi(config: Config): Promise<SystemReport> {
  const connection = config.databaseUrl ? postgresConnection(config.databaseUrl, 1) : undefined;
  const ofDatabase = connection ? [version, database, files, clock] : [];
  const checks = [...ofDatabase, disk, backup, mail, provider, certificates];
  const services = {
    config,
    connection: connection as Connection,
    mailer: makeMailer(config),
    files: makeFileStore(config),
  };
  try {
    const report = await new SystemChecks(checks, services).report(fallbackLanguage);
    return { ...report, version: packageJson.version };
  } finally {
    await connection?.close();
  }
}

async function webState(web: string): Promise<SystemCheckResult> {
  const about = { id: "web", title: "Web process" };
  try {
    const response = await fetch(`${web}/ready`, { signal: AbortSignal.timeout(timeout) });
    if (response.ok) return { ...about, state: "fine", text: `Is ready at ${web}.` };
    const { status, ...checks } = (await response.json()) as Record<string, unknown>;
    const away = Object.entries(checks).flatMap(([name, isThere]) => (isThere ? [] : [name]));
    return {
      ...about,
      state: "act",
      text: `Is not ready at ${web}: ${away.join(", ") || status} cannot be reached.`,
      remedy: "Check API_URL and SESSION_STORE_URL of the web process.",
    };
  } catch (error) {
    return {
      ...about,
      state: "act",
      text: `Does not respond at ${web}: ${reasonOf(error)}`,
      remedy: "Start it; if it ends at once, its last line says why.",
    };
  }
}
