import { expect, test } from "vitest";
import { matches } from "./text-match";

test("[TB-10] finds tabs by words in any order, ignoring case and diacritics", () => {
  expect(matches("", "Users", "/users")).toBe(true);
  expect(matches("muller GRO", "Jörg Müller", "Großkunden")).toBe(true);
  expect(matches("strasse", "Hauptstraße")).toBe(true);
  expect(matches("lodz đorđe", "Łódź", "Đorđe")).toBe(true);
  expect(matches("users roles", "Users", "/users")).toBe(false);
});
