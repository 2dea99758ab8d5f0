/** References to decisions: `docs/decisions/0048`, `decision 0048`, `decisions 0072, 0074`. */
const reference = /(?:docs\/decisions\/|\bdecisions? )(\d{4}(?:(?:, | and )\d{4})*)/g;

/**
 * @typedef {{ path: string, text: string }} TextFile
 */

/**
 * Checks that decisions and code refer to each other.
 * @param {TextFile[]} decisions the files `NNNN-….md`
 * @param {string} index the text of the decisions' README.md
 * @param {TextFile[]} sources files that may refer to decisions, documentation included
 * @param {(path: string) => boolean} exists whether the repository has a file
 * @returns {string[]} problems, one line each
 */
export function checkDecisions(decisions, index, sources, exists) {
  const known = new Map(decisions.map(({ path }) => [numberOf(path), path]));
  const namedInCode = new Set(sources.filter(({ path }) => !path.endsWith(".md")).flatMap(referencesIn));
  return [
    ...decisions.flatMap((decision) => problemsOf(decision, index, namedInCode, exists)),
    ...decisions
      .filter(({ path }) => known.get(numberOf(path)) !== path)
      .map(({ path }) => `${path}: another decision has the same number`),
    ...sources.flatMap((source) =>
      [...new Set(referencesIn(source))]
        .filter((number) => !known.has(number))
        .map((number) => `${source.path}: names decision ${number}, which does not exist`),
    ),
  ];
}

/**
 * @param {TextFile} decision
 * @param {string} index
 * @param {ReadonlySet<string>} namedInCode
 * @param {(path: string) => boolean} exists
 */
function problemsOf({ path, text }, index, namedInCode, exists) {
  const number = numberOf(path);
  const problems = [];
  const title = /^# (\d{4}) · (.+)$/m.exec(text);
  if (title?.[1] !== number) problems.push(`the first line has to be "# ${number} · " and the decision`);
  if (!/^Date: \d{4}-\d{2}-\d{2}$/m.test(text)) problems.push('there is no line "Date: YYYY-MM-DD"');
  if (!/^Status: \S/m.test(text)) problems.push('there is no line "Status: accepted"');
  const files = [...(/^Code: ((?:.+\n?)*)/m.exec(text)?.[1] ?? "").matchAll(/`([^`]+)`/g)].map(
    ([, file = ""]) => file,
  );
  if (files.length === 0) problems.push('there is no line "Code: `path/of/a/file.ts`"');
  for (const file of files) if (!exists(file)) problems.push(`${file}, named after "Code:", does not exist`);
  if (!namedInCode.has(number))
    problems.push(`no file names docs/decisions/${number}: add a comment to one of those after "Code:"`);
  const name = path.split("/").at(-1);
  if (!index.includes(`| ${number} | [${title?.[2]}](${name}) |`))
    problems.push(`README.md lacks the line "| ${number} | [${title?.[2]}](${name}) |"`);
  return problems.map((problem) => `${path}: ${problem}`);
}

/** @param {string} path */
const numberOf = (path) => path.split("/").at(-1)?.slice(0, 4) ?? "";

/** @param {TextFile} file @returns {string[]} the numbers that it names */
const referencesIn = ({ text }) =>
  [...text.matchAll(reference)].flatMap(([, numbers = ""]) => numbers.match(/\d{4}/g) ?? []);
