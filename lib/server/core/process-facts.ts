import { arch, freemem, platform, release, totalmem } from "node:os";
import packageJson from "../../../package.json" with { type: "json" };
import { recentLines } from "./recent-lines";
import { redact, secretValues, shownSettings } from "./redact";

/** Facts about a process for a support bundle, without secrets. */
export interface ProcessFacts {
  versions: Readonly<Record<string, string | undefined>>;
  machine: Readonly<Record<string, string | number>>;
  settings: Readonly<Record<string, string>>;
  /** The latest log lines, the oldest first. */
  logs: readonly string[];
}

/** @param settings names of the settings that this process reads */
export function factsOfProcess(settings: readonly string[]): ProcessFacts {
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
    settings: shownSettings(settings, process.env),
    logs: recentLines().map((line) => redact(line, secrets)),
  };
}
