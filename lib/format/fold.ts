// Diacritics of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic: marks that writers omit. Marks of other
// scripts are part of the letter.
const diacritics = /[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u065F\u0670]/gu;

/** Letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ð: "d",
  ø: "o",
  đ: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŋ: "n",
  ŧ: "t",
  ς: "σ",
};
const plainLetter = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "gu");

/** The search form of a text: lower case, without diacritics. Matches `fold` in the database. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(diacritics, "")
    .toLowerCase()
    .replace(plainLetter, (letter) => plainLetters[letter] ?? letter);
}
