import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CliError } from "./cli-error.mjs";
import { root } from "./root.mjs";

const start = /[^\S\n]*(?:export[^\S\n]+)?([A-Za-z_][A-Za-z0-9_]*)[^\S\n]*=/y;
const quoted = /[^\S\n]*(?:"((?:[^"\\]|\\[\s\S])*)"|'([^']*)')/y;
/** A comment follows a space: `a#b` is a value. */
const unquoted = /(?![^\S\n]*["'])(?:(?!\s#)[^\n])*/y;
/** The rest of a line after its value, or a line without a setting. */
const rest = /[^\S\n]*(?:#[^\n]*)?(?:\n|$)/y;

/**
 * Reads settings from an optional `.env` file in the project's folder; existing environment variables take precedence.
 * Lines are `NAME=value`, also with `export`; a value may be in quotes, and a comment may follow it. (Node.js reads such files
 * only from 20.12 on, and silently skips invalid lines.)
 * @param {Record<string, string | undefined>} environment modified
 * @param {string} file
 * @param {(line: string) => void} warn called for names that are probably misspelt
 * @throws {CliError} if the file exists but cannot be read or parsed
 */
export function readEnvironmentFile(
  environment = process.env,
  file = join(root, ".env"),
  warn = (line) => console.error(line),
) {
  const text = textOf(file);
  if (text === undefined) return;
  const settings = settingsOf(text);
  const known = knownNames();
  for (const [name, { value, line }] of settings) {
    const meant = known.has(name) ? undefined : nearest(name, known);
    if (meant) warn(`.env, line ${line}: ${name} is not a setting of Hub. Did you mean ${meant}?`);
    if (environment[name] === undefined) environment[name] = value;
  }
}

/** @param {string} file @returns {string | undefined} its text with line ends `\n`; undefined if it does not exist */
function textOf(file) {
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "ENOENT") return undefined;
    const reason = code === "EISDIR" ? "it is a folder" : code;
    throw new CliError(`The file .env cannot be read (${reason}). Make it a readable file, or remove it.`);
  }
  // Windows PowerShell writes UTF-16, and some editors a byte order mark, which decoders remove.
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text.replace(/\r\n?/g, "\n");
  } catch {
    // Reported below.
  }
  throw new CliError("The file .env is not text in UTF-8. Save it with this encoding.");
}

/**
 * @param {string} text
 * @returns {Map<string, { value: string, line: number }>}
 * @throws {CliError} naming the line, but not its content, which may be secret
 */
function settingsOf(text) {
  const settings = new Map();
  let at = 0;
  /** @param {RegExp} pattern */
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at < text.length) {
    const line = text.slice(0, at).split("\n").length;
    /** @param {string} what @returns {never} */
    const refuse = (what) => {
      throw new CliError(`The file .env cannot be read: line ${line} ${what}.`);
    };
    if (take(rest)) continue;
    const name = take(start)?.[1] ?? refuse("is neither NAME=value nor a comment, which begins with #");
    const [whole, double, single] =
      take(quoted) ?? take(unquoted) ?? refuse("has a quotation mark that is not closed");
    if (!take(rest)) refuse("has more text behind the closing quotation mark");
    const value = double?.replace(/\\(["\\])/g, "$1") ?? single ?? whole.trim();
    const before = settings.get(name);
    if (before && before.value !== value) refuse(`sets ${name} once more, after line ${before.line}`);
    settings.set(name, { value, line });
  }
  return settings;
}

/** Names of all settings, from `.env.example`. */
function knownNames() {
  const file = join(root, ".env.example");
  const example = existsSync(file) ? readFileSync(file, "utf8") : "";
  return new Set([...example.matchAll(/^# ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name ?? ""));
}

/** @param {string} name @param {ReadonlySet<string>} known */
function nearest(name, known) {
  const upper = name.toUpperCase().replaceAll("-", "_");
  const most = upper.length > 5 ? 2 : 1;
  return [...known].find((each) => distance(upper, each) <= most);
}

/**
 * Damerau–Levenshtein distance: the number of letters to insert, delete, replace or swap with the next.
 * @param {string} one @param {string} other
 */
function distance(one, other) {
  /** @type {number[][]} */
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    const above = /** @type {number[]} */ (rows[i - 1]);
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (above[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (above[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? 0;
}
