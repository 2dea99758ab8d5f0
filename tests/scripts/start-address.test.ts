import { expect, test } from "vitest";
import { readSettings } from "../../scripts/lib/settings.mjs";

test.each([
  [{}, "http://localhost:3000"],
  [{ BASE_PATH: "adm/", PUBLIC_URL: "https://work.example.com/" }, "https://work.example.com/adm"],
  [{ MULTI_TENANCY: "on" }, "http://localhost:3000/main"],
  [
    { MULTI_TENANCY: "on", BASE_PATH: "/adm", TENANT_PATH_PATTERN: "/t/{tenant}" },
    "http://localhost:3000/adm/t/main",
  ],
  [{ MULTI_TENANCY: "on", TENANT_PATH_PATTERN: "/{tenant}/hub" }, "http://localhost:3000/main/hub"],
  [{ MULTI_TENANCY: "on", TENANT_PATH_PATTERN: "^/([^/]+)" }, "http://localhost:3000/main"],
  [{ TENANT_PATH_PATTERN: "/t/{tenant}" }, "http://localhost:3000"],
])("[CF-02] [CF-05] a start prints a working address (%o)", (environment, address) => {
  expect(readSettings(environment).address).toBe(address);
});
