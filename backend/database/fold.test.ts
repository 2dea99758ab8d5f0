import fc from "fast-check";
import { expect, test } from "vitest";
import { fold } from "../../lib/format/fold";
import { describeApi } from "../testing/api";
import { sql } from "./sql";

// Historic alphabets are searched as written: Coptic, Glagolitic, old Cyrillic, Asomtavruli and medieval Latin letters.
const historic =
  /[\u03E2-\u03EF\u0460-\u0481\u10A0-\u10CF\u1C89\u1EFA-\u1EFF\u2132\u2183\u2C00-\u2C5F\u2C80-\u2CFF\uA640-\uA69F\uA720-\uA7FF]/;

const adlamAndOsage = [
  [0x104b0, 0x104d3],
  [0x1e900, 0x1e943],
];

const letters = [[0, 0xd7ff], [0xf900, 0xffff], ...adlamAndOsage]
  .flatMap(([first = 0, last = 0]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /[\p{L}\p{M}\p{Zs}]/u.test(letter) && !historic.test(letter));

describeApi("fold", (api) => {
  const folded = (texts: string[]) =>
    api.connection.transaction("owner", async (db) => {
      const { rows } = await db.execute<{ text: string }>(
        sql`select fold(t) as text from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as g(t, at) order by at`,
      );
      return rows.map(({ text }) => text);
    });

  test("[TL-01] the database folds every letter as the browser does", async () => {
    const found = await folded(letters);
    const differing = letters.filter((letter, at) => found[at] !== fold(letter));
    expect(differing.map((letter) => `${letter} ${letter.codePointAt(0)?.toString(16)}`)).toEqual([]);
  });

  test("[TL-01] the database folds whole texts as the browser does", async () => {
    const texts = fc.sample(
      fc.string({ unit: fc.constantFrom(..."aßẞäÄłŁЖжйΣσςçǽ ﬁI\u0307ı\u0308\u00a0-".split("")) }),
      500,
    );
    expect(await folded(texts)).toEqual(texts.map(fold));
  });

  test.each([
    ["Mu\u0308ller", "müller"],
    ["Jörg\u00a0Weiß", "JORG WEISS"],
    ["ΌΣΤΟΣ", "οστοσ"],
    ["Việt Nam", "viet nam"],
    ["ЂОРЂЕ", "ђорђе"],
    ["Երևան", "ԵՐԵՒԱՆ"],
  ])("[TL-01] %s and %s are the same word", async (one, other) => {
    const [first, second] = await folded([one, other]);
    expect(first).toBe(second);
  });
});
