import { count, metrics } from "./metrics";

/** Levels of pino. */
export const levels = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const;
export type Level = keyof typeof levels;

const names = new Map(Object.entries(levels).map(([name, number]) => [String(number), name]));

/** Counts a line of pino's format by its level, which is its first property. */
export function countLine(line: string): void {
  const level = names.get(/^\{"level":(\d+)/.exec(line)?.[1] ?? "");
  if (level) count(metrics.logMessages, { "log.level": level });
}
