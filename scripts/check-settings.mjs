// `npm run check:settings [-- --write]`: docs/operating/settings.md and .env.example list the settings that the processes read, and
// the README names only such.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkGenerated, reportProblems } from "./lib/check-result.mjs";
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

problems.push(
  ...checkGenerated("docs/operating/settings.md", reference, "check:settings"),
  ...checkGenerated(".env.example", settingsAsExample(read), "check:settings"),
);

const readme = readFileSync(join(root, "README.md"), "utf8");
const [, table = ""] = /\n## Settings\n([\s\S]*?)\n## /.exec(readme) ?? [];
for (const [, name = ""] of table.matchAll(/`([A-Z][A-Z_]{3,})`/g))
  if (!isSetting(name)) problems.push(`README.md names ${name}, which is no setting.`);

reportProblems(problems, `${read.size} settings, ${problems.length} problems`);
