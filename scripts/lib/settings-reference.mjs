import { build } from "esbuild";
import { root } from "./root.mjs";
import { settingGroups } from "./setting-texts.mjs";

/** @typedef {import("./setting-texts.mjs").SettingText} SettingText */
/** @typedef {{ readBy: string, default?: string, choices?: string[] }} Read facts about a setting from the schemas */

/** The processes' schemas, by the process that reads them. */
const schemas = {
  web: ["webSettings", "./lib/server/config/config.ts"],
  API: ["settingsSchema", "./backend/config/settings.ts"],
};

/** @returns {Promise<Map<string, Read>>} the settings of both processes by name */
export async function readSchemas() {
  const lines = Object.entries(schemas).map(
    ([process, [name, path]]) => `export { ${name} as ${process} } from "${path}";`,
  );
  const { outputFiles } = await build({
    stdin: { contents: lines.join("\n"), resolveDir: root },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? "").toString("base64");
  const loaded = await import(`data:text/javascript;base64,${code}`);
  /** @type {Map<string, Read>} */
  const settings = new Map();
  for (const process of Object.keys(schemas))
    for (const [name, schema] of Object.entries(loaded[process].shape)) {
      const known = settings.get(name);
      if (known) known.readBy = "both";
      else settings.set(name, { readBy: process, ...describeSchema(/** @type {any} */ (schema)) });
    }
  return settings;
}

/**
 * Default and choices of a setting's schema.
 * @param {any} schema of zod
 * @returns {{ default?: string, choices?: string[] }}
 */
function describeSchema(schema) {
  const { type, innerType, defaultValue, entries, in: input, out: output } = schema.def;
  if (type === "default") return { ...describeSchema(innerType), ...asText(defaultValue) };
  if (type === "optional") return describeSchema(innerType);
  if (type === "pipe") return { ...describeSchema(input), ...describeSchema(output) };
  return type === "enum" ? { choices: Object.values(entries) } : {};
}

/** @param {unknown} value a default as the schema outputs it: text of lists and numbers, but none of parsed objects */
function asText(value) {
  const text = Array.isArray(value) ? value.join(",") : value;
  return typeof text === "string" || typeof text === "number" ? { default: String(text) } : {};
}

/**
 * Lists problems of the texts: settings without one, and texts without a setting.
 * @param {ReadonlyMap<string, Read>} read
 */
export function problemsOfTexts(read) {
  const texts = settingGroups.flatMap(({ settings }) => Object.entries(settings));
  const named = new Set(texts.map(([name]) => name));
  return [
    ...[...read.keys()]
      .filter((name) => !named.has(name))
      .map((name) => `${name} has no text in scripts/lib/setting-texts.mjs.`),
    ...texts
      .filter(([name, { readBy }]) => !readBy && !read.has(name))
      .map(([name]) => `${name} has a text in scripts/lib/setting-texts.mjs, but no process reads it.`),
  ];
}

/** @param {ReadonlyMap<string, Read>} read @param {string} name @param {SettingText} text */
function defaultOf(read, name, { unset }) {
  const { default: value = "" } = read.get(name) ?? {};
  return unset === undefined || value ? { value } : { unset };
}

/** Whether a name is a setting that is read by any program. @param {string} name */
export const isSetting = (name) => settingGroups.some(({ settings }) => name in settings);

/** The tables of docs/operating/settings.md. @param {ReadonlyMap<string, Read>} read */
export function settingsAsMarkdown(read) {
  return settingGroups
    .map(({ title, settings }) => {
      const rows = Object.entries(settings).map(([name, text]) => {
        const { value, unset } = defaultOf(read, name, text);
        const { readBy = text.readBy, choices } = read.get(name) ?? {};
        // Addresses would become links, and angle brackets tags.
        const isLiteral = value || /:\/\/|<|^[A-Z_]+$/.test(unset ?? "");
        const shown = isLiteral ? `\`${value || unset}\`` : unset;
        const among = choices ? `; one of ${choices.map((each) => `\`${each}\``).join(", ")}` : "";
        const marked = text.secret ? " (secret)" : "";
        return `| \`${name}\` | ${shown} | ${readBy} | ${text.text}${among}${marked} |`;
      });
      return [`## ${title}`, "", "| name | default | read by | effect |", "|---|---|---|---|", ...rows].join(
        "\n",
      );
    })
    .join("\n\n");
}

/** The file .env.example. @param {ReadonlyMap<string, Read>} read */
export function settingsAsExample(read) {
  const groups = settingGroups.map(({ title, settings }) => {
    const entries = Object.entries(settings).map(([name, text]) => {
      const { value, unset } = defaultOf(read, name, text);
      const plain = text.text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", "");
      const line = unset === undefined ? `# ${name}=${value}` : `# ${name}=   # default: ${unset}`;
      return `# ${plain.charAt(0).toUpperCase()}${plain.slice(1)}\n${line}`;
    });
    return [`# ── ${title} ──`, ...entries].join("\n\n");
  });
  return `${[
    "# Copy to .env and set what differs; the environment takes precedence. Written by `npm run check:settings -- --write`; more\n# about each setting is in docs/operating/settings.md.",
    ...groups,
  ].join("\n\n")}\n`;
}
