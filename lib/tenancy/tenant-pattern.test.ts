import { expect, test } from "vitest";
import { compileTenantPattern, pathOfTenant } from "./tenant-pattern";

test.each([
  ["/{tenant}", "/acme"],
  ["/t/{tenant}/app", "/t/acme/app"],
  ["/tenant-{tenant}", "/tenant-acme"],
  ["^/([^/]+)", "/acme"],
  // The part before the identifier is unknown.
  ["^/t/([^/]+)", undefined],
])("[CF-02] the path of a tenant by the pattern %s is %s", (pattern, path) => {
  expect(pathOfTenant("acme", compileTenantPattern(pattern))).toBe(path);
});
