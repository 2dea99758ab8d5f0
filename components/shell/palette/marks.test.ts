import fc from "fast-check";
import { expect, test } from "vitest";
import { fold } from "@/lib/format/fold";
import { matchedParts } from "./marks";
import { kinds, rank } from "./rank";

/** The text with its matched parts in brackets. */
const marked = (text: string, phrase: string) =>
  matchedParts(text, phrase, rank(phrase, [{ label: text, isFound: true }])[0]?.kind)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join("");

test.each([
  ["ida", "Ida Bauer", "[Ida] Bauer"],
  ["bau i", "Ida Bauer", "[I]da [Bau]er"],
  ["strasse", "Straße", "[Straße]"],
  ["zoe", "Anna Zoë", "Anna [Zoë]"],
  ["zoe", "Anna Zoe\u0308", "Anna [Zoe\u0308]"],
  ["auer", "Ida Bauer", "Ida B[auer]"],
  // Of two UTF-16 units each.
  ["ida", "🙂🙂 Ida Bauer", "🙂🙂 [Ida] Bauer"],
  ["q-17", "Contract", "Contract"],
])("[SH-10] of “%s” in “%s” these letters are marked", (phrase, text, expected) => {
  expect(marked(text, phrase)).toBe(expected);
});

test("[SH-10] letters in order are marked if nothing better matches", () => {
  const parts = matchedParts("New role", "nwrl", "letters");
  expect(parts.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(["N", "w", "r", "l"]);
});

test("[SH-10] marking keeps the text, and marks only what was typed", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 14 }),
    fc.constantFrom("Ida Bauer", "Ørsted Straße"),
  );
  const kind = fc.constantFrom(...kinds, undefined);
  fc.assert(
    fc.property(text, fc.string({ unit: "grapheme", maxLength: 5 }), kind, (label, phrase, kind) => {
      const parts = matchedParts(label, phrase, kind);
      expect(parts.map(({ text }) => text).join("")).toBe(label);
      for (const [index, { isMatch }] of parts.entries()) expect(isMatch).not.toBe(parts[index - 1]?.isMatch);
      const typed = new Set(fold(phrase));
      // A letter such as ß is marked as a whole.
      for (const { text, isMatch } of parts)
        if (isMatch)
          for (const letter of text)
            expect([...fold(letter)].some((one) => typed.has(one)) || fold(letter) === "").toBe(true);
    }),
  );
});
