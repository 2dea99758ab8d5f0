import type { FastifyInstance, FastifySchema, onRequestAsyncHookHandler } from "fastify";
import { factsOfProcess } from "@/lib/server/core/process-facts";
import { fallbackLanguage } from "../../lib/preferences/preferences";
import { settingsSchema } from "../config/settings";
import type { SystemChecks } from "./run-checks";

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
  app.get("/support", options, async () => factsOfProcess(Object.keys(settingsSchema.shape)));
}
