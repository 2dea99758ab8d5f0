import { expect, test } from "vitest";
import { ConfigError, readConfig } from "./config";
import { issuerOf, tenantOfIssuer } from "./oidc-settings";

const secret = { SESSION_SECRET: "0123456789abcdef0123456789abcdef" };

test("[CF-03] uses working defaults for missing settings", () => {
  const config = readConfig({ ...secret, APP_TITLE: "", BASE_PATH: "" });
  expect(config).toMatchObject({
    apiUrl: "http://localhost:4000",
    basePath: "",
    authMode: "basic",
    appTitle: "Hub",
    attachmentActions: ["Add", "Delete", "Download", "Share"],
    attachmentMegabytes: 300,
    initialShortcuts: [],
  });
  expect(config.publicUrl.origin).toBe("http://localhost:3000");
  expect(config.tenantPattern).toBeUndefined();
});

test("[CF-03] reads all settings", () => {
  const config = readConfig({
    ...secret,
    API_URL: "https://{tenant}.api.example/v1/",
    MULTI_TENANCY: "on",
    BASE_PATH: "/admin/",
    APP_TITLE: " Works ",
    PRODUCT_URL: "https://product.example",
    ATTACHMENT_ACTIONS: "Add, Download",
    ATTACHMENT_MAX_MB: "2048",
    INITIAL_SHORTCUTS: "/users,/roles",
  });
  expect(config).toMatchObject({
    apiUrl: "https://{tenant}.api.example/v1",
    basePath: "/admin",
    appTitle: "Works",
    productUrl: "https://product.example",
    attachmentActions: ["Add", "Download"],
    attachmentMegabytes: 2048,
    initialShortcuts: ["/users", "/roles"],
  });
});

test.each([
  ["SESSION_SECRET", undefined],
  ["SESSION_SECRET", "short"],
  ["SESSION_SECRET", `${secret.SESSION_SECRET},short`],
  ["PORT", "http"],
  ["HOST", "http://localhost"],
  ["HOST", "1.2.3"],
  ["PORT", "65536"],
  ["PUBLIC_URL", "hub.example"],
  ["PUBLIC_URL", "https://user:password@hub.example"],
  ["PUBLIC_URL", "https://hub.example?tenant=acme"],
  ["SESSION_IDLE_SECONDS", "99999999999"],
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
  ["AUTH_MODE", "oidc"],
  ["OIDC_ISSUER", "provider.example"],
  ["OIDC_ISSUER", "https://provider.example?x=y"],
  ["OIDC_SCOPE", "profile"],
  ["OIDC_RESOURCE", "hub"],
  ["OIDC_PARAMETERS", "state=mine"],
  ["OIDC_REDIRECT", "all"],
  ["OIDC_CLIENT_KEY_AUDIENCE", "provider"],
  ["SESSION_STORE_URL", "mysql://localhost"],
  ["SESSION_IDLE_SECONDS", "0"],
  ["SESSION_LIFETIME_SECONDS", "a week"],
  ["PRODUCT_URL", "javascript:alert(1)"],
  ["HUB_URL", "hub"],
  ["ATTACHMENT_ACTIONS", "Add,Print"],
  ["ATTACHMENT_MAX_MB", "0"],
  ["ATTACHMENT_MAX_MB", "a lot"],
  ["INITIAL_SHORTCUTS", "//evil.example"],
  ["WEB_TRUST_PROXY", "everybody"],
  ["PROXY_SECRET", "short"],
  ["PROXY_SECRET", "sixteen-letters-or-more,"],
  ["PROXY_SECRET", "with a line\nbreak in its middle"],
  ["SECURITY_CONTACT", "http://hub.example/report"],
  ["SECURITY_CONTACT", "security@hub.example\nExpires: 2020-01-01"],
  ["KEEP_ALIVE_SECONDS", "0"],
  ["KEEP_ALIVE_SECONDS", "soon"],
])("[CF-03] rejects %s=%s with one line that names it", (name, value) => {
  const read = () => readConfig({ ...secret, [name]: value });
  expect(read).toThrow(ConfigError);
  const named = name === "AUTH_MODE" && value === "oidc" ? "OIDC_ISSUER" : name;
  expect(read).toThrow(new RegExp(`^${named} must [^\\n]+$`));
});

test("[AU-01] a provider per tenant has the tenant in its address, and the tenant is found by it", () => {
  const { oidc } = readConfig({
    ...secret,
    AUTH_MODE: "oidc",
    MULTI_TENANCY: "on",
    OIDC_ISSUER: "https://id.example/realms/{tenant}/",
    OIDC_CLIENT_ID: "hub",
    OIDC_PARAMETERS: "prompt=consent&audience=hub",
  });
  if (!oidc) throw new Error("no settings");
  expect(oidc).toMatchObject({ scope: "openid profile", redirect: "each", clientSecret: undefined });
  expect(oidc.parameters).toEqual({ prompt: "consent", audience: "hub" });
  expect(issuerOf(oidc, "acme")).toBe("https://id.example/realms/acme/");
  expect(tenantOfIssuer(oidc, "https://id.example/realms/acme")).toBe("acme");
  expect(tenantOfIssuer(oidc, "https://id.example/realms/acme/evil")).toBeUndefined();
  expect(tenantOfIssuer(oidc, "https://evil.example/realms/acme")).toBeUndefined();
  const realm = { issuer: "https://{tenant}.id.example/{tenant}-realm" };
  expect(tenantOfIssuer(realm, "https://acme.id.example/acme-realm/")).toBe("acme");
  expect(tenantOfIssuer(realm, "https://acme.id.example/other-realm")).toBeUndefined();
  expect(tenantOfIssuer(realm, "https://acmexid.example/acme-realm")).toBeUndefined();
  expect(tenantOfIssuer({ issuer: "https://id.example" }, "https://id.example")).toBeUndefined();
});

test("[CF-03] rejects a missing or invalid client key with one line that names the setting", () => {
  const given = { ...secret, AUTH_MODE: "oidc", OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "hub" };
  for (const file of ["/nowhere/at-all", new URL(import.meta.url).pathname])
    expect(() => readConfig({ ...given, OIDC_CLIENT_KEY: file })).toThrow(/^OIDC_CLIENT_KEY must be [^\n]+$/);
});

test("[CF-03] an issuer per tenant requires multi-tenancy, and a client requires an id", () => {
  const given = {
    ...secret,
    AUTH_MODE: "oidc",
    OIDC_ISSUER: "https://{tenant}.example",
    OIDC_CLIENT_ID: "hub",
  };
  expect(() => readConfig(given)).toThrow(/^OIDC_ISSUER must not contain \{tenant\}/);
  const without = { ...given, MULTI_TENANCY: "on", OIDC_CLIENT_ID: "" };
  expect(() => readConfig(without)).toThrow(/^OIDC_CLIENT_ID must be set/);
});
