import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/root.mjs";

export interface Stage {
  name: string;
  /** Name of the stage or image that it begins with. */
  from: string;
  steps: { instruction: string; rest: string }[];
}

/** Settings of a stage by `ENV`, `USER` and similar instructions. */
export interface ImageSettings {
  env: Record<string, string>;
  user: string;
  folder: string;
  labels: string;
  command: string[];
  healthCheck: string[];
}

/** Instructions that do not change files. */
const setters: Readonly<Record<string, (settings: ImageSettings, rest: string) => void>> = {
  ENV: ({ env }, rest) => {
    for (const pair of rest.split(" ")) env[pair.split("=")[0] ?? ""] = pair.slice(pair.indexOf("=") + 1);
  },
  USER: (settings, rest) => {
    settings.user = rest;
  },
  WORKDIR: (settings, rest) => {
    settings.folder = rest;
  },
  LABEL: (settings, rest) => {
    settings.labels += rest;
  },
  CMD: (settings, rest) => {
    settings.command = JSON.parse(rest);
  },
  HEALTHCHECK: (settings, rest) => {
    settings.healthCheck = JSON.parse(rest.slice(rest.indexOf(" CMD ") + 5));
  },
  ARG: () => undefined,
  EXPOSE: () => undefined,
};

/** The stages of `deploy/Dockerfile`, in order. */
export function readStages(): Stage[] {
  const text = readFileSync(join(root, "deploy/Dockerfile"), "utf8").replace(/\\\n\s*/g, "");
  const stages: Stage[] = [];
  for (const line of text.split("\n").filter((each) => each && !each.startsWith("#"))) {
    const [, instruction = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    const [, from = "", name = ""] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? [];
    if (instruction === "FROM") stages.push({ name, from, steps: [] });
    else stages.at(-1)?.steps.push({ instruction, rest });
  }
  return stages;
}

/** @throws for unknown instructions */
export function applySetter(settings: ImageSettings, instruction: string, rest: string): void {
  const set = setters[instruction];
  if (!set) throw new Error(`The Dockerfile has the unknown instruction ${instruction}.`);
  set(settings, rest);
}

/** Names in the project's folder that `.dockerignore` lets through, and whether it lets a file below them through. */
export function buildContext(): { names: string[]; isIncluded: (path: string) => boolean } {
  const lines = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
  const endings = lines.filter((line) => line.startsWith("**/*")).map((line) => line.slice("**/*".length));
  return {
    names: lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1)),
    isIncluded: (path) => !endings.some((ending) => path.endsWith(ending)),
  };
}
