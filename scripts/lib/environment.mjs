import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/**
 * Reads settings from an optional `.env` file in the project's folder; the environment takes precedence. Lines are
 * `NAME=value`; quotes around the value are removed. (Node.js supports such files only from 20.12.)
 * @param {Record<string, string | undefined>} environment extended with the settings
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
