import { arch, freemem, platform, release, totalmem } from "node:os";
import type { FastifyInstance, FastifySchema, onRequestAsyncHookHandler } from "fastify";
import { recentLines } from "@/lib/server/core/recent-lines";
import { redact, secretValues, shownSettings } from "@/lib/server/core/redact";
import { fallbackLanguage } from "../../lib/preferences/preferences";
import packageJson from "../../package.json";
import { settingsSchema } from "../config/settings";
import type { SystemChecks } from "./run-checks";

/** What a process says of itself for support, without secrets. */
export interface ProcessFacts {
  versions: Readonly<Record<string, string | undefined>>;
  machine: Readonly<Record<string, string | number>>;
  settings: Readonly<Record<string, string>>;
  logs: readonly string[];
}

/**
 * Serves `/doctor`, the checks of the installation, and `/support`, the facts of this process, behind a guard: also
 * without a user, whom a broken database or provider would keep out (OP-06).
 */
export function serveOperators(
  app: FastifyInstance,
  guard: onRequestAsyncHookHandler,
  checks: Pick<SystemChecks, "report">,
): void {
  const options = { onRequest: guard, schema: { hide: true } as FastifySchema };
  app.get("/doctor", options, () => checks.report(fallbackLanguage));
  app.get("/support", options, async () => factsOfProcess());
}

function factsOfProcess(): ProcessFacts {
  const secrets = secretValues(process.env);
  return {
    versions: { hub: packageJson.version, ...process.versions },
    machine: {
      platform: `${platform()} ${release()} ${arch()}`,
      memory: totalmem(),
      freeMemory: freemem(),
      processMemory: process.memoryUsage.rss(),
      upSeconds: Math.round(process.uptime()),
    },
    settings: shownSettings(Object.keys(settingsSchema.shape), process.env),
    logs: recentLines().map((line) => redact(line, secrets)),
  };
}
