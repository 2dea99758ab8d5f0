import { expect, test } from "vitest";
import { prefixOfTenant } from "./other-tenant";

test.each([
  [{ basePath: "", prefix: "/acme", tenant: "acme" }, "/other"],
  [{ basePath: "/admin", prefix: "/admin/acme", tenant: "acme" }, "/admin/other"],
  [{ basePath: "/acme", prefix: "/acme/acme", tenant: "acme" }, "/acme/other"],
  [{ basePath: "", prefix: "/t/t", tenant: "t" }, "/t/other"],
  [{ basePath: "", prefix: "/t/acme/app", tenant: "acme" }, "/t/other/app"],
  [{ basePath: "", prefix: "/tenant-acme", tenant: "acme" }, "/tenant-other"],
])("[SH-04] [CF-02] from %o, another tenant's prefix is %s", (here, expected) => {
  expect(prefixOfTenant("other", here)).toBe(expected);
});
