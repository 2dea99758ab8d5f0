const maxLength = 72;
const shape = /^(?<area>[a-z0-9][\w./-]*): (?<verb>\S+)(?: |$)/;
const writtenByGit = /^(?:Merge |Revert "|fixup! |squash! |amend! )/;
/** Imperatives that end as other forms do. */
const imperatives =
  /^(?:bring|ping|string|swing|embed|exceed|feed|need|proceed|seed|shed|shred|speed|alias|bias|canvas|focus)$/;
const noVerbs = new Set(
  "a an the all any each every no one several some its it their they this that these those at by for from in of on to with when where until while".split(
    " ",
  ),
);

/**
 * Checks the subject of a commit: `<area or room>: <imperative verb> …`, at most 72 characters.
 * @param {string} subject
 * @returns {string | undefined} the problem and its solution
 */
export function problemOfSubject(subject) {
  if (writtenByGit.test(subject)) return undefined;
  if (subject.length > maxLength)
    return `has ${subject.length} characters of at most ${maxLength}: move the reason to the body`;
  const { area, verb } = shape.exec(subject)?.groups ?? {};
  if (!area || !verb)
    return 'does not begin with an area and a colon, as in "bff: close the connection after a refused body"';
  if (!isImperative(verb)) return `has "${verb}" where an imperative such as "add" belongs`;
  if (/[.:;,]$/.test(subject)) return "ends with a punctuation mark";
  return undefined;
}

/** @param {string} verb */
function isImperative(verb) {
  if (!/^[a-z][a-z-]*$/.test(verb) || noVerbs.has(verb)) return false;
  return imperatives.test(verb) || !/(?:ing|ed|[^su]s)$/.test(verb);
}

/** @param {string} message as an editor leaves it, with comments @returns {string} its first line */
export const subjectOf = (message) =>
  message
    .split("\n")
    .find((line) => line.trim() !== "" && !line.startsWith("#"))
    ?.trim() ?? "";
