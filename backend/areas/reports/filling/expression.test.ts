import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluate, isMoment } from "./evaluate";
import { closest, ExpressionError, readExpression, type Value } from "./expression";

const values: Record<string, Value> = {
  count: 3,
  name: "Ann",
  none: null,
  yes: true,
  day: { moment: "2026-03-01" },
};
const show = (value: Value, filter?: string, given: readonly Value[] = []) =>
  given.length > 0
    ? `${filter}(${[value, ...given].join("; ")})`
    : isMoment(value)
      ? `${filter ?? "dateTime"}(${value.moment})`
      : value === null
        ? ""
        : String(value);
const result = (text: string) =>
  evaluate(readExpression(text), (name) => (Object.hasOwn(values, name) && values[name]) || null, show);

test.each<[string, Value]>([
  ["count + 1 * 2", 5],
  ["(count + 1) * 2", 8],
  ["-count - -1", -2],
  ["count / 0", null],
  ["1,5 + 1.5", 3],
  ['name + " " + count', "Ann 3"],
  ["count > 2 and not none", true],
  ["count > 2 && !(name = 'Ann')", false],
  ["none or name", "Ann"],
  ["name == “Ann”", true],
  ["name < 3", false],
  ["day >= '2026-01-01'", true],
  ["day | longDate", "longDate(2026-03-01)"],
  ["name | upper", "ANN"],
  ["none | default:'–' | upper", "–"],
  ["none | default: name", "Ann"],
  ["yes != true", false],
  ["count | number: 2", "number(3; 2)"],
  ["count | number: (count - 1)", "number(3; 2)"],
  ["count * 2 | plural: '# a', “# b”, name", "plural(6; # a; # b; Ann)"],
])("[RP-02] %s", (text, expected) => {
  expect(result(text)).toEqual(expected);
});

test("[RP-02] any expression is parsed or refused, and reads only the given names", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 600 }), (text) => {
      try {
        readExpression(text);
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError);
      }
    }),
  );
  expect(result("constructor")).toBe(null);
  expect(result("__proto__.polluted")).toBe(null);
});

test.each([
  ["count | number: 'a'", "a", "rowCount | number: 2"],
  ["count | number: 21", "21", "rowCount | number: 2"],
  ["count | number: 1.5", "1.5", "rowCount | number: 2"],
  ["count | plural", "plural", 'rowCount | plural: "# entry", "# entries"'],
  ["count, name", ",", ""],
])("[RP-03] %s is refused with a suggestion", (text, part, suggestion) => {
  expect(() => readExpression(text)).toThrow(ExpressionError);
  try {
    readExpression(text);
  } catch (error) {
    expect(error).toMatchObject({ part, suggestion });
  }
});

test("[RP-03] misspelt names are distinguished from names without a similar one", () => {
  const known = ["firstName", "lastName", "organisation.city"];
  expect(
    ["frstName", "lastname", "City", "organisation_city", "zebra"].map((name) => closest(name, known)),
  ).toEqual(["firstName", "lastName", "organisation.city", "organisation.city", ""]);
});
