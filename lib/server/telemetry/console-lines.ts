import { hostname } from "node:os";
import { format } from "node:util";
import { onePerProcess } from "../core/one-per-process";
import { rememberLine } from "../core/recent-lines";
import { redact } from "../core/redact";
import { countLine, type Level, levels } from "./log-lines";
import { traceFields } from "./trace-context";

const threshold = onePerProcess("log-level", () => ({ level: Number.POSITIVE_INFINITY }));

/** Whether lines of a level are written; none is before {@link logAsJson}. */
export const isLogged = (level: Level): boolean => levels[level] >= threshold.level;

/** Writes a line in pino's format, as the API does, with the ids of the running trace and without credentials. */
export function writeLine(level: Level, msg: string, fields: Readonly<Record<string, unknown>> = {}): void {
  if (!isLogged(level)) return;
  const line = redact(
    JSON.stringify({
      level: levels[level],
      time: Date.now(),
      pid: process.pid,
      hostname: hostname(),
      ...traceFields(),
      ...fields,
      msg,
    }),
  );
  rememberLine(line);
  countLine(line);
  (levels[level] >= levels.warn ? process.stderr : process.stdout).write(`${line}\n`);
}

/** Turns everything that this process and Next write to the console into such lines. */
export function logAsJson(level: Level | "silent"): void {
  threshold.level = level === "silent" ? Number.POSITIVE_INFINITY : levels[level];
  const methods = { debug: "debug", log: "info", info: "info", warn: "warn", error: "error" } as const;
  for (const [method, own] of Object.entries(methods) as [keyof typeof methods, Level][])
    console[method] = (...given: unknown[]) => writeLine(own, format(...given));
}
