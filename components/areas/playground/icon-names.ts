/** Finds names that contain every word of the phrase, prefix matches first. */
export function searchIcons(names: readonly string[], phrase: string): readonly string[] {
  const words = phrase
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter(Boolean);
  const [first] = words;
  if (first === undefined) return names;
  const found = names
    .map((name) => ({ name, plain: name.toLowerCase() }))
    .filter(({ plain }) => words.every((word) => plain.includes(word)));
  return [
    ...found.filter(({ plain }) => plain.startsWith(first)),
    ...found.filter(({ plain }) => !plain.startsWith(first)),
  ].map(({ name }) => name);
}
