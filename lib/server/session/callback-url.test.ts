import { expect, test } from "vitest";
import { localCallback } from "./callback-url";

test.each([
  ["/users", "/admin/users"],
  ["/users?page=2&phrase=%C3%A4#x", "/admin/users?page=2&phrase=%C3%A4#x"],
  ["/admin/users", "/admin/users"],
  ["/admin", "/admin/"],
  ["/", "/admin/"],
  ["/search?collection=roles&callbackUrl=%2Fusers", "/admin/search?collection=roles&callbackUrl=%2Fusers"],
  ["/a/../users", "/admin/users"],
  ["/@evil.example", "/admin/@evil.example"],
])("[RT-02] the local address %s leads to %s", (given, expected) => {
  expect(localCallback(given, "/admin")).toBe(expected);
});

test("[RT-02] ignores the sign-in page with the prefix as well", () => {
  expect(localCallback("/admin/login?callbackUrl=%2Flogin", "/admin")).toBe("/admin/");
});

test.each([
  undefined,
  null,
  7,
  ["/users"],
  "",
  "users",
  "https://evil.example",
  "https:evil.example",
  "http://localhost.evil.example/",
  "%",
  "https:/evil.example",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/ /evil.example",
  "/\u0000/evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "/%2f/evil.example",
  "/%2Fevil.example",
  "/%5cevil.example",
  "/%5C%5Cevil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "/..//evil.example",
  "//user@evil.example",
  "//[",
  "http://[",
  `/${"x".repeat(3000)}`,
  "/login",
  "/login?callbackUrl=%2Flogin",
  "/Login/",
  "/api/auth/sign-out",
])("[RT-02] ignores %j, which is not an address of this app", (given) => {
  expect(localCallback(given, "/admin")).toBe("/admin/");
  expect(localCallback(given, "")).toBe("/");
});
