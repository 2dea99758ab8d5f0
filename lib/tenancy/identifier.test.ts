import { expect, test } from "vitest";
import { identifierOf, identifierPattern } from "./identifier";
import { compileTenantPattern, defaultTenantPattern, findTenant } from "./tenant-pattern";

test.each([
  ["Acme", "acme"],
  ["Łódź & Sons", "lodz-sons"],
  ["Größe Müller GmbH", "grosse-muller-gmbh"],
  ["Đorđević d.o.o.", "dordevic-d-o-o"],
  ["  -- 42 --  ", "42"],
  ["日本", ""],
  ["a".repeat(80), "a".repeat(63)],
])("[OR-03] the name %s gives the identifier %s", (name, identifier) => {
  expect(identifierOf(name)).toBe(identifier);
});

test("[OR-03] every valid identifier is found in an address", () => {
  const pattern = compileTenantPattern(defaultTenantPattern);
  for (const identifier of ["a", "0", "a-b", "a--b", "x".repeat(63)]) {
    expect(identifierPattern.test(identifier)).toBe(true);
    expect(findTenant(`/${identifier}/users`, pattern)?.tenant).toBe(identifier);
  }
  for (const wrong of ["", "-a", "a-", "A", "a.b", "a_b", "a b", "ä", "x".repeat(64), "a\n"])
    expect(identifierPattern.test(wrong), wrong).toBe(false);
});
