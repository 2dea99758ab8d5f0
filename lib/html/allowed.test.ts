import { expect, test } from "vitest";
import { completeLink } from "./allowed";

test.each([
  ["https://example.com/a b", "https://example.com/a b"],
  ["example.com", "https://example.com"],
  ["www.müller.de/über?a=1#b", "https://www.müller.de/über?a=1#b"],
  ["example.com:8080/x", "https://example.com:8080/x"],
  ["https://https://example.com/", "https://example.com/"],
  ["https://mailto:ada@example.com", "mailto:ada@example.com"],
  ["ada@example.com", "mailto:ada@example.com"],
  ["https://ada@example.com", "mailto:ada@example.com"],
  [" tel:+49301234 ", "tel:+49301234"],
  ["http://localhost:3000/", "http://localhost:3000/"],
])("[FM-07] %s is a link to %s", (typed, address) => {
  expect(completeLink(typed)).toBe(address);
});

test.each([
  "",
  "https://",
  "javascript:alert(1)",
  "https://javascript:alert(1)",
  "JAVASCRIPT:alert(document.cookie)//example.com",
  "data:text/html,x.y",
  "file:///etc/passwd",
  "//example.com",
  "/users",
  "two words",
  "word",
])("[FM-07] %s is not a link", (typed) => {
  expect(completeLink(typed)).toBeUndefined();
});
