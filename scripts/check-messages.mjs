// `npm run check:messages`: every language has the same texts with the same arguments, all its plural forms (PR-02), and
// one word for one thing.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { reportProblems } from "./lib/check-result.mjs";
import { compareMessages, readMessages } from "./lib/messages.mjs";
import { untranslated } from "./lib/new-area.mjs";
import { root } from "./lib/root.mjs";
import { wrongTerms } from "./lib/terms.mjs";

const fallback = "en";
const folder = join(root, "messages");
const reference = readMessages(join(folder, fallback));
const languages = readdirSync(folder);
const problems = languages.flatMap((language) => {
  const texts = readMessages(join(folder, language));
  return [...compareMessages(language, texts, reference), ...wrongTerms(language, texts)].map(
    (problem) => `${language}: ${problem}`,
  );
});
// Only a notice: a new area is first written in one language.
for (const language of languages)
  for (const [key, text] of readMessages(join(folder, language)))
    if (text.startsWith(untranslated)) console.log(`${language}: ${key} waits to be translated: ${text}`);
reportProblems(problems, `${reference.size} texts in ${languages.join(", ")}: ${problems.length} problems`);
if (languages.length < 4) process.exitCode = 1;
