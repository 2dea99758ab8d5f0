// `npm run check:settings [-- --write]`: docs/operating/settings.md and .env.example list the settings that the processes read, and
// the README names only such.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/root.mjs";
import {
  isSetting,
  problemsOfTexts,
  readSchemas,
  settingsAsExample,
  settingsAsMarkdown,
} from "./lib/settings-reference.mjs";

const read = await readSchemas();
const problems = problemsOfTexts(read);

const reference = `# Settings

Settings come from the environment or from a file \`.env\` in the product's folder; the environment takes precedence. An empty value
counts as unset. An invalid one stops the start with one line that names the setting. A change takes effect at the next start. \`both\`
means that both processes read it and need the same value. \`npm run check:settings -- --write\` writes this file and
[.env.example](../../.env.example) from the schemas that read the settings (\`lib/server/config/config.ts\`, \`backend/config/settings.ts\`)
and the texts in \`scripts/lib/setting-texts.mjs\`. For files with secrets see [Secrets](secure.md), for \`OTEL_…\` see [Observe](observe.md).

${settingsAsMarkdown(read)}
`;

const written = { "docs/operating/settings.md": reference, ".env.example": settingsAsExample(read) };
for (const [name, text] of Object.entries(written)) {
  const path = join(root, name);
  if (process.argv.includes("--write")) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== text)
    problems.push(`${name} is out of date: run \`npm run check:settings -- --write\`.`);
}

const readme = readFileSync(join(root, "README.md"), "utf8");
const [, table = ""] = /\n## Settings\n([\s\S]*?)\n## /.exec(readme) ?? [];
for (const [, name = ""] of table.matchAll(/`([A-Z][A-Z_]{3,})`/g))
  if (!isSetting(name)) problems.push(`README.md names ${name}, which is no setting.`);

for (const problem of problems) console.error(problem);
console.log(`${read.size} settings, ${problems.length} problems`);
if (problems.length) process.exitCode = 1;
