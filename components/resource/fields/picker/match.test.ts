import { expect, test } from "vitest";
import type { Loaded } from "./loader";
import { isAtLimit, uniqueMatch } from "./match";
import { optionOf } from "./source";

const option = (text: string) => ({ id: text, text });
const ready = (phrase: string, texts: string[], total = texts.length): Loaded => ({
  status: "ready",
  phrase,
  options: texts.map(option),
  total,
});

test("[TL-05] an option that cannot be chosen is not matched by name", () => {
  const options = [{ id: "1", text: "Owner", denied: true }];
  expect(uniqueMatch({ status: "ready", phrase: "owner", options, total: 1 }, "owner")).toBeUndefined();
});

test("[TL-05] the only option found is the match, whichever part was typed", () => {
  expect(uniqueMatch(ready("adm", ["Administrator"]), "adm")).toEqual(option("Administrator"));
  expect(uniqueMatch(ready("a", ["Admin", "Author"]), "a")).toBeUndefined();
});

test("[TL-05] among several options, the one with exactly that text is the match", () => {
  expect(uniqueMatch(ready("admin", ["Admin", "Administrator"]), " ADMIN ")).toEqual(option("Admin"));
  expect(uniqueMatch(ready("admin", ["Admin", "admin"]), "admin")).toBeUndefined();
});

test("[TL-05] an empty phrase, another phrase's response, or a pending one gives no match", () => {
  expect(uniqueMatch(ready("", ["Administrator"]), "")).toBeUndefined();
  expect(uniqueMatch(ready("a", ["Administrator"]), "ad")).toBeUndefined();
  expect(uniqueMatch({ status: "loading", phrase: "a" }, "a")).toBeUndefined();
});

test("[TL-05] the limit is reached with ten options, or with more in total", () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `Name ${index}`);
  expect(isAtLimit(ready("", names(10), 10))).toBe(true);
  expect(isAtLimit(ready("", names(10), 11))).toBe(true);
  expect(isAtLimit(ready("", ["One"], 11))).toBe(true);
  for (const count of [0, 1, 9]) expect(isAtLimit(ready("", names(count)))).toBe(false);
  expect(isAtLimit({ status: "loading", phrase: "" })).toBe(false);
});

test("[TL-05] id and text are read from the configured properties", () => {
  expect(optionOf({ roleId: 7, roleName: "Clerk" }, "roleId", "roleName")).toEqual({
    id: "7",
    text: "Clerk",
  });
});
