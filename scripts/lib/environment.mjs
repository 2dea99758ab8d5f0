import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/**
 * Takes settings from an optional `.env` file in the project's folder; what the environment already has goes first.
 * Lines are `NAME=value`; quotes around the value are dropped. (Node.js reads such files itself only from 20.12 on.)
 * @param {Record<string, string | undefined>} environment is added to
 */
export function readEnvironmentFile(environment = process.env, file = join(root, ".env")) {
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return;
  }
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name && environment[name] === undefined)
      environment[name] = value?.replace(/^(["'])(.*)\1$/, "$2") ?? "";
  }
}
