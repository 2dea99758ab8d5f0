import fc from "fast-check";
import { expect, test } from "vitest";
import { isFieldName, isFileName, isJson, isPhoneNumber, isPostCode, isUserName, isWebsite } from "./rules";

const rules = { isFieldName, isFileName, isJson, isPhoneNumber, isPostCode, isUserName, isWebsite };

/** Any number of the given characters. */
function made(characters: string) {
  return fc.array(fc.constantFrom(...characters), { maxLength: 40 }).map((list) => list.join(""));
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const digits = "0123456789";

test.each(Object.entries(rules))("[FM-02] %s accepts the empty value", (_, holds) => {
  expect(holds("")).toBe(true);
});

test("[FM-02] a file name accepts letters, umlauts, digits and the listed signs only", () => {
  const allowed = `${letters}äöüÄÖÜß${digits}_-.!+= *'()[]{}#`;
  fc.assert(fc.property(made(allowed), (name) => isFileName(name)));
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      expect(isFileName(name)).toBe([...name.normalize("NFC")].every((sign) => allowed.includes(sign)));
    }),
  );
  for (const name of ["a/b", "a\\b", "a:b", "a?b", "a|b", 'a"b', "a<b>", "a,b", "a;b", "a\nb", "ł", "é"])
    expect(isFileName(name), name).toBe(false);
});

test("[FM-02] a file name with a decomposed umlaut is the same name", () => {
  expect(isFileName("U\u0308bersicht.pdf")).toBe(true);
});

test("[FM-02] a phone number is an optional plus, then digits, hyphens, spaces and brackets", () => {
  for (const number of ["030123", "+49 (30) 1234-567", "[030] 12", "+1"])
    expect(isPhoneNumber(number)).toBe(true);
  for (const number of ["49+30", "++49", "030/12", "abc", "030.12", "+", "()", "１２"])
    expect(isPhoneNumber(number), number).toBe(false);
  fc.assert(
    fc.property(made(`${digits}- ()[]`), fc.constantFrom(...digits), (rest, digit) => {
      expect(isPhoneNumber(`+${digit}${rest}`)).toBe(true);
    }),
  );
});

test("[FM-02] a post code is digits and hyphens", () => {
  fc.assert(fc.property(made(`${digits}-`), (code) => isPostCode(code)));
  for (const code of ["SW1A 1AA", "10 115", "10115a", "10115\n"]) expect(isPostCode(code), code).toBe(false);
});

test("[FM-02] a website is http or https, a host, and optionally a port and a path", () => {
  for (const address of [
    "http://example.com",
    "https://example.com:8080",
    "HTTPS://Example.COM/a/b?c=d#e",
    "https://münchen.example/straße",
    "http://localhost:3000/",
    "http://127.0.0.1",
    "http://[::1]:3000/x",
    "https://example.com?x=1",
  ])
    expect(isWebsite(address), address).toBe(true);
  for (const address of [
    "example.com",
    "ftp://example.com",
    "http:/example.com",
    "https://",
    "https:///path",
    "https://exa mple.com",
    "https://example.com/a b",
    "https://user:word@example.com",
    "javascript:alert(1)",
    "https://example.com:port",
    "https://example.com\\evil",
    " https://example.com",
  ])
    expect(isWebsite(address), address).toBe(false);
});

test("[FM-02] a website accepts every normalised address of a host, port and path", () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ["http", "https"] }), (address) => {
      expect(isWebsite(address)).toBe(true);
    }),
  );
});

test("[FM-02] a field name begins with a letter or underscore, then letters, digits, underscores, spaces", () => {
  for (const name of ["name", "_name", "Größe 2", "élan", "Žarko_1", "e\u0301tat"])
    expect(isFieldName(name), name).toBe(true);
  for (const name of ["1name", " name", "na-me", "na.me", "name!", "-"])
    expect(isFieldName(name), name).toBe(false);
});

test("[FM-02] JSON must parse", () => {
  fc.assert(fc.property(fc.json(), (text) => isJson(text)));
  for (const text of ["{", "{'a':1}", "{a:1}", "undefined", "[1,]", "NaN"])
    expect(isJson(text), text).toBe(false);
});

test("[FM-02] a user name is letters, digits, underscore, dot and hyphen", () => {
  fc.assert(fc.property(made(`${letters}${digits}_.-`), (name) => isUserName(name)));
  for (const name of ["a b", "müller", "a@b", "a/b", "a\n"]) expect(isUserName(name), name).toBe(false);
});

/** Texts of `length` characters that are mostly one repeated part. */
const longTexts = (length: number) =>
  ["a", "1", "-", ".", " ", "_", "(", "http://", "https://a.", "+", "[", "a:", "é"].flatMap((part) => {
    const many = part.repeat(length / part.length);
    return [many, `${many}\u0000`, `https://${many}`, `https://${many} `];
  });

test("[FM-02] every rule takes time proportional to the length of a text, of any kind", () => {
  const timeOf = (holds: (text: string) => boolean, texts: readonly string[]) => {
    const before = performance.now();
    for (const text of texts) holds(text);
    return performance.now() - before;
  };
  /** The better of two runs: other tests use the processors too. */
  const milliseconds = (...given: Parameters<typeof timeOf>) => Math.min(timeOf(...given), timeOf(...given));
  const [short, long] = [longTexts(100_000), longTexts(1_000_000)];
  // The first pattern that reads a repeated text also joins its parts.
  timeOf((text) => /^\n/.test(text), [...short, ...long]);
  // The engine itself parses JSON, and its garbage collection takes more than proportional time.
  const { isJson: _, ...own } = rules;
  for (const [name, holds] of Object.entries(own)) {
    // Ten times as long; quadratic rules take a hundred times as long.
    const limit = 40 * milliseconds(holds, short) + 1500;
    expect(milliseconds(holds, long), name).toBeLessThan(limit);
  }
});
