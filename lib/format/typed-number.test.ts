import fc from "fast-check";
import { expect, test } from "vitest";
import { languages } from "../preferences/preferences";
import { isAmbiguous, readNumber, writeNumber } from "./typed-number";

test.each([
  ["1", 1],
  ["-1,5", -1.5],
  ["1.5", 1.5],
  ["+0,25", 0.25],
  [",5", 0.5],
  ["5,", 5],
  ["1.234,5", 1234.5],
  ["1,234.5", 1234.5],
  ["1.234.567", 1234567],
  ["1,234,567", 1234567],
  ["1 234,5", 1234.5],
  ["1\u00a0234\u202f567,5", 1234567.5],
  ["1’234.5", 1234.5],
  ["\u22127", -7],
  ["1,234", 1.234],
  ["007", 7],
])("[FM-06] parses %s as %d", (text, value) => {
  expect(readNumber(text)).toBe(value);
});

test.each(["1.000", "1,000", "+1,000", "1 000", "1’000"])(
  "[FM-06] the whole number %s is a thousand",
  (text) => {
    expect(readNumber(text, { isWhole: true })).toBe(1000);
  },
);

test.each([
  ["1,234", "en"],
  ["-12.345", "de"],
  ["1.000", "pl"],
  ["999.999", "sr"],
] as const)("[FM-06] refuses %s in %s as ambiguous: thousands or a fraction", (text, language) => {
  expect(readNumber(text, { language })).toBeUndefined();
  expect(isAmbiguous(text)).toBe(true);
});

test.each([
  ["1.234", "en", 1.234],
  ["1,234", "de", 1.234],
  ["0.125", "de", 0.125],
  ["1.2345", "de", 1.2345],
  ["1.234,0", "en", 1234],
] as const)("[FM-06] %s is unambiguous in %s", (text, language, value) => {
  expect(readNumber(text, { language })).toBe(value);
});

test.each(["", " ", "-", ".", "abc", "1e5", "1,2,3", "1.2.3,4", "12,34.5", "1-2", "0x10", "Infinity", "１"])(
  "[FM-06] %j is not a number",
  (text) => {
    expect(readNumber(text)).toBeUndefined();
  },
);

test("[FM-06] refuses a number with too many digits, rather than rounding it", () => {
  expect(readNumber("123456789012345")).toBe(123456789012345);
  expect(readNumber("1234567890123456")).toBeUndefined();
  expect(readNumber("0,1234567890123456")).toBeUndefined();
  expect(readNumber(`1${"0".repeat(400)}`)).toBeUndefined();
});

test.each(languages)("[FM-06] parses the output of %s to the same number", (language) => {
  const amounts = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }));
  fc.assert(
    fc.property(amounts, ([digits, places]) => {
      const value = digits / 10 ** places;
      return Object.is(readNumber(writeNumber(value, language), { language }), value + 0);
    }),
  );
});

test.each([1e15, 1e21, -2.5e20, 0.000_001])(
  "[FM-06] %d survives a round trip, with any number of zeros",
  (value) => {
    expect(readNumber(writeNumber(value, "de"))).toBe(value);
  },
);

test("[FM-06] numbers are written with the language's decimal sign", () => {
  expect(languages.map((language) => writeNumber(1234.5, language))).toEqual([
    "1234.5",
    "1234,5",
    "1234,5",
    "1234,5",
  ]);
});
