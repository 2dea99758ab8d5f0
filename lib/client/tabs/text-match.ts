/** Text without case and diacritics, so that "muller" finds "Müller". */
export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll(/[łŁ]/g, "l")
    .replaceAll(/[đĐ]/g, "d")
    .toLowerCase();
}

/** Whether each word of the phrase is somewhere in one of the texts. */
export function matches(phrase: string, ...texts: readonly string[]): boolean {
  const all = plain(texts.join("\n"));
  return plain(phrase)
    .split(/\s+/)
    .every((word) => all.includes(word));
}
