import { expect, test } from "vitest";
import { readConfig } from "./config";

test("[CF-03] everything has a default, and an empty variable counts as unset", () => {
  const config = readConfig({ API_PORT: "", DATABASE_URL: "" });
  expect(config).toMatchObject({
    port: 4000,
    multiTenancy: false,
    adminUser: "admin",
    listRowLimit: 100_000,
  });
  expect(config.databaseUrl).toBeUndefined();
});

test.each([
  ["API_PORT", "http"],
  ["API_PORT", "70000"],
  ["API_HOST", "not a host"],
  ["API_HOST", "999.0.0.1"],
  ["METRICS_TOKEN", "short"],
  ["METRICS_TOKEN", "sixteen-letters-or-more,short"],
  ["METRICS_TOKEN", "no header takes this ü"],
  ["DATABASE_URL", "mysql://x"],
  ["MULTI_TENANCY", "yes"],
  ["AUTH_MODE", "none"],
  ["ADMIN_USER", "ad min"],
  ["ADMIN_PASSWORD", "short"],
  ["SECRET_IDLE_SECONDS", "0"],
  ["ADMIN_EMAIL", "nowhere"],
  ["OIDC_LINK_USER_NAMES", "no"],
  ["OIDC_CREATE_USERS", "yes"],
  ["OIDC_ROLE_CLAIM", "my groups"],
  ["OIDC_ROLE_CLAIM", ".roles"],
  ["OIDC_ISSUER", "ldap://id.example.com"],
  ["OIDC_ISSUER", "https://id.example.com/?a=b"],
  ["TRUST_PROXY", "everybody"],
  ["PROXY_SECRET", "short"],
  ["TRUST_PROXY", "10.0.0.0/33"],
  ["TRUST_PROXY", "10.0.0.0/"],
  ["TRUST_PROXY", "loopback,"],
  ["LOG_LEVEL", "loud"],
  ["SECRET_LIFETIME_SECONDS", "1.5"],
  ["SECRET_LIFETIME_SECONDS", "99999999999"],
  ["INVITATION_LIFETIME_SECONDS", "99999999999"],
  ["DATABASE_POOL_SIZE", "501"],
  ["ATTACHMENT_MAX_MB", "1.5"],
])("[CF-03] %s=%s stops the start with one line that names it and the valid values", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} (?:must|may) [^\\n]+\\.$`));
});

const oidc = {
  AUTH_MODE: "oidc",
  OIDC_ISSUER: "https://id.example.com/{tenant}",
  OIDC_AUDIENCE: "hub",
  MULTI_TENANCY: "on",
};

test("[CF-03] [US-02] mails have a sender, and their links begin where browsers find the tenant", () => {
  expect(() => readConfig({ SMTP_URL: "smtp://mail.example.test" })).toThrow(/^MAIL_FROM must be set/);
  expect(() => readConfig({ SMTP_URL: "mail.example.test" })).toThrow(/^SMTP_URL must look like/);
  expect(() => readConfig({ MAIL_FROM: "a@b.test\r\nBcc: c@d.test" })).toThrow(/^MAIL_FROM must look like/);
  const tenants = { MULTI_TENANCY: "on", PUBLIC_URL: "https://work.example.test/", BASE_PATH: "/admin/" };
  expect(readConfig({ ...tenants, TENANT_PATH_PATTERN: "/t/{tenant}" })).toMatchObject({
    publicAddress: "https://work.example.test/admin",
    publicTenantPath: "/t/{tenant}",
  });
  expect(readConfig({ ...tenants, TENANT_PATH_PATTERN: "^/([^/]+)" }).publicTenantPath).toBe("/{tenant}");
  expect(() => readConfig({ ...tenants, TENANT_PATH_PATTERN: "^/of-([^/]+)" })).toThrow(
    /^TENANT_PATH_PATTERN/,
  );
});

test("[CF-03] [AU-01] sign-in by a provider requires its name and the tokens' audience", () => {
  expect(readConfig(oidc).oidc).toEqual({
    issuer: oidc.OIDC_ISSUER,
    audience: "hub",
    linkUserNames: true,
    firstAdministrator: undefined,
    createUsers: false,
    roleClaim: undefined,
  });
  // Only an explicitly chosen name may admit a person.
  const unlinked = { ...oidc, OIDC_LINK_USER_NAMES: "off", ADMIN_USER: "f3-9a" };
  expect(readConfig(unlinked).oidc).toMatchObject({ linkUserNames: false, firstAdministrator: "f3-9a" });
  expect(readConfig({ ...oidc, AUTH_MODE: "basic" }).oidc).toBeUndefined();
  const open = { ...oidc, OIDC_CREATE_USERS: "on" };
  expect(readConfig(open).oidc).toMatchObject({ createUsers: true });
  // Everyone with an account at Microsoft would become a user.
  const anyone = { ...open, OIDC_ISSUER: "https://login.microsoftonline.com/common/v2.0" };
  expect(() => readConfig(anyone)).toThrow(/^OIDC_CREATE_USERS [^\n]+\.$/);
  for (const name of ["OIDC_ISSUER", "OIDC_AUDIENCE"])
    expect(() => readConfig({ ...oidc, [name]: "" })).toThrow(new RegExp(`^${name} [^\\n]+\\.$`));
  expect(() => readConfig({ ...oidc, MULTI_TENANCY: "off" })).toThrow(/^OIDC_ISSUER [^\n]+\.$/);
});
