import { expect, test } from "vitest";
import { matches } from "./text-match";

test("[TB-10] tabs are found by words in any order, whatever their case and diacritics", () => {
  expect(matches("", "Users", "/users")).toBe(true);
  expect(matches("muller GRO", "Jörg Müller", "Großkunden")).toBe(true);
  expect(matches("strasse", "Hauptstraße")).toBe(true);
  expect(matches("lodz đorđe", "Łódź", "Đorđe")).toBe(true);
  expect(matches("users roles", "Users", "/users")).toBe(false);
});
