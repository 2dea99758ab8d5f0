import { expect, test } from "vitest";
import { attributeDisplayTypes, displayTypes, guessType, isAttributeValue, isNothing } from "./display-type";

test("[FM-05] the display types are those of the platform document", () => {
  expect([...displayTypes].sort()).toEqual(
    [
      "any",
      "archived",
      "attachment",
      "attribute",
      "boolean",
      "date",
      "dateTime",
      "file",
      "html",
      "none",
      "text",
      "textarea",
      "time",
    ].sort(),
  );
});

test.each([
  [true, "boolean"],
  [12.5, "text"],
  ["plain", "text"],
  ["two\nlines", "textarea"],
  ["2026-03-01", "date"],
  ["2026-03-01T08:30:00.000Z", "dateTime"],
  ["2026-03-01T08:30:00Z", "dateTime"],
  ["2026", "text"],
  [{ name: "a.pdf", size: 1 }, "file"],
  [{ attachmentId: "1", fileName: "a.pdf" }, "attachment"],
  [{ attributeType: "Number", value: 1 }, "attribute"],
  [{ other: 1 }, "text"],
])("[FM-05] %j without a type is shown as %s", (value, type) => {
  expect(guessType(value)).toBe(type);
});

test("[FM-05] zero and false are values, empty texts and lists are not", () => {
  expect([0, false, "0"].map(isNothing)).toEqual([false, false, false]);
  expect(["", null, undefined, []].map(isNothing)).toEqual([true, true, true, true]);
});

test("[FM-05] each attribute type has a display type", () => {
  for (const type of Object.keys(attributeDisplayTypes))
    expect(isAttributeValue({ attributeType: type, value: 1 })).toBe(true);
  expect(isAttributeValue({ attributeType: "Unheard" })).toBe(false);
});
