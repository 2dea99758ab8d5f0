import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config";

const secret = { SESSION_SECRET: "0123456789abcdef0123456789abcdef" };

test("[CF-03] what is not set has a value that works", () => {
  const config = readConfig({ ...secret, APP_TITLE: "", BASE_PATH: "" });
  expect(config).toMatchObject({
    apiUrl: "http://localhost:4000",
    basePath: "",
    authMode: "basic",
    appTitle: "Hub",
    attachmentActions: ["Add", "Delete", "Download", "Share"],
    initialShortcuts: [],
  });
  expect(config.publicUrl.origin).toBe("http://localhost:3000");
  expect(config.tenantPattern).toBeUndefined();
});

test("[CF-03] what is set is taken over", () => {
  const config = readConfig({
    ...secret,
    API_URL: "https://{tenant}.api.example/v1/",
    MULTI_TENANCY: "on",
    BASE_PATH: "/admin/",
    APP_TITLE: " Works ",
    PRODUCT_URL: "https://product.example",
    ATTACHMENT_ACTIONS: "Add, Download",
    INITIAL_SHORTCUTS: "/users,/roles",
  });
  expect(config).toMatchObject({
    apiUrl: "https://{tenant}.api.example/v1",
    basePath: "/admin",
    appTitle: "Works",
    productUrl: "https://product.example",
    attachmentActions: ["Add", "Download"],
    initialShortcuts: ["/users", "/roles"],
  });
});

test.each([
  ["SESSION_SECRET", undefined],
  ["SESSION_SECRET", "short"],
  ["PORT", "http"],
  ["PUBLIC_URL", "hub.example"],
  ["PUBLIC_URL", "https://hub.example/admin"],
  ["API_URL", "localhost:4000"],
  ["API_URL", "ftp://api.example"],
  ["API_URL", "http://{tenant}.example"],
  ["BASE_PATH", "admin"],
  ["BASE_PATH", "/a/../b"],
  ["BASE_PATH", "//evil.example"],
  ["BASE_PATH", "/api"],
  ["BASE_PATH", "/a b"],
  ["MULTI_TENANCY", "yes"],
  ["TENANT_PATH_PATTERN", "("],
  ["TENANT_PATH_PATTERN", "^/x"],
  ["TENANT_PATH_PATTERN", "{tenant}"],
  ["AUTH_MODE", "none"],
  ["PRODUCT_URL", "javascript:alert(1)"],
  ["HUB_URL", "hub"],
  ["ATTACHMENT_ACTIONS", "Add,Print"],
  ["INITIAL_SHORTCUTS", "//evil.example"],
  ["WEB_TRUST_PROXY", "everybody"],
])("[CF-03] %s=%s is refused with one line that names it", (name, value) => {
  const read = () => readConfig({ ...secret, [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} must [^\\n]+$`));
});
