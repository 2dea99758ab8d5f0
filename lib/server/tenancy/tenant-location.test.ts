import { expect, test } from "vitest";
import { compileTenantPattern, defaultTenantPattern } from "../../tenancy/tenant-pattern";
import { canonicalPath } from "./canonical";
import { tenantLocationOf } from "./tenant-location";

test.each([
  ["", "/", { prefix: "", path: "/" }],
  ["", "/users/1", { prefix: "", path: "/users/1" }],
  ["/admin", "/admin", { prefix: "/admin", path: "/" }],
  ["/admin", "/admin/", { prefix: "/admin", path: "/" }],
  ["/admin", "/admin/users", { prefix: "/admin", path: "/users" }],
  ["/admin", "/administrator", undefined],
  ["/admin", "/", undefined],
  ["/admin", "/Admin/users", undefined],
])("[CF-01] below the base path %j the address %s has the location %o", (basePath, pathname, expected) => {
  expect(tenantLocationOf(pathname, { basePath })).toEqual(expected);
});

test.each([
  [defaultTenantPattern, "/acme", { tenant: "acme", prefix: "/b/acme", path: "/" }],
  [defaultTenantPattern, "/acme/users", { tenant: "acme", prefix: "/b/acme", path: "/users" }],
  [defaultTenantPattern, "/ACME/users", { tenant: "acme", prefix: "/b/acme", path: "/users" }],
  [defaultTenantPattern, "/", { prefix: "/b", path: "/" }],
  [defaultTenantPattern, "/a.b/users", { prefix: "/b", path: "/a.b/users" }],
  [defaultTenantPattern, "/-a-/users", { prefix: "/b", path: "/-a-/users" }],
  [defaultTenantPattern, `/${"a".repeat(64)}/users`, { prefix: "/b", path: `/${"a".repeat(64)}/users` }],
  ["/t/{tenant}", "/t/acme/users", { tenant: "acme", prefix: "/b/t/acme", path: "/users" }],
  ["/t/{tenant}", "/acme/users", { prefix: "/b", path: "/acme/users" }],
  ["/t/{tenant}/app", "/t/acme/app/users", { tenant: "acme", prefix: "/b/t/acme/app", path: "/users" }],
  ["^/([^/]+)", "/acme/users", { tenant: "acme", prefix: "/b/acme", path: "/users" }],
  ["^/([^/]+)/.*", "/acme/users/1", { tenant: "acme", prefix: "/b/acme", path: "/users/1" }],
  ["/(?:t|tenant)-(\\w+)", "/t-acme/users", { tenant: "acme", prefix: "/b/t-acme", path: "/users" }],
  ["^/(\\w)", "/acme/users", { prefix: "/b", path: "/acme/users" }],
])("[CF-02] the pattern %s finds in %s %o", (pattern, path, expected) => {
  const settings = { basePath: "/b", tenantPattern: compileTenantPattern(pattern) };
  expect(tenantLocationOf(`/b${path}`, settings)).toEqual(expected);
});

test.each([
  ["/", "/"],
  ["/Users", "/users"],
  ["/users/", "/users"],
  ["//users//1", "/users/1"],
  ["/USERS/AbC", "/users/AbC"],
  ["/Roles/NEW", "/roles/new"],
  ["/Roles/0192F0E0-0000-7000-8000-00000000000A", "/roles/0192f0e0-0000-7000-8000-00000000000a"],
])("[RT-01] the canonical address of %s is %s", (given, expected) => {
  expect(canonicalPath(given)).toBe(expected);
});
