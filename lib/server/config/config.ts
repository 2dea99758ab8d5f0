import type { BlockList } from "node:net";
import * as z from "zod";
import type { AttachmentAction } from "../../contract/attachment-actions";
import { parseBasePath } from "../../tenancy/base-path";
import { compileTenantPattern, defaultTenantPattern, type TenantPattern } from "../../tenancy/tenant-pattern";
import type { Level } from "../telemetry/log-lines";
import { telemetryEnvironment } from "../telemetry/settings";
import { isListenHost } from "./listen-host";
import { parseNetworks } from "./networks";
import { type OidcSettings, oidcEnvironment, readOidc } from "./oidc-settings";
import { eachSecret } from "./secret-list";
import {
  attachmentActionsSetting,
  attachmentMegabytesSetting,
  drainSecondsSetting,
  listSetting,
  logLevelSetting,
  metricsTokenSetting,
  proxySecretSetting,
} from "./shared-settings";

/** A missing or invalid environment setting; the message is one line that names it (CF-03). */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export interface WebConfig {
  /** Origin at which browsers reach this process, without a path. */
  publicUrl: URL;
  /** Address of the API; `{tenant}` in it is replaced by the tenant's identifier. */
  apiUrl: string;
  basePath: string;
  /** Undefined while multi-tenancy is off. */
  tenantPattern?: TenantPattern;
  authMode: "basic" | "oidc";
  /** Set in the sign-in mode `oidc`. */
  oidc?: OidcSettings;
  /** Encrypts sessions; with earlier ones after commas, see `secretsOf`. */
  sessionSecret: string;
  /** Database that the web processes share for sessions, or the file of a single process; otherwise sessions are in memory. */
  sessionStoreUrl?: string;
  /** Seconds after which an unused session of the mode `oidc` expires. */
  sessionIdleSeconds: number;
  /** Seconds after its sign-in at which a session expires. */
  sessionLifetimeSeconds: number;
  /** Proxies in front of this process with a trusted X-Forwarded-For. */
  trustedProxies?: BlockList;
  /** Secret that makes the API trust this process to report the browser's address; see `secretsOf`. */
  proxySecret?: string;
  /** URIs to which people report vulnerabilities, the preferred first. */
  securityContacts: readonly string[];
  appTitle: string;
  productUrl?: string;
  hubUrl?: string;
  attachmentActions: readonly AttachmentAction[];
  attachmentMegabytes: number;
  initialShortcuts: readonly string[];
  /** Token for the metrics of this process; without one they are not served. */
  metricsToken?: string;
  logLevel: Level | "silent";
}

const seconds = z.coerce
  .number("must be a number of seconds")
  .int("must be whole seconds")
  .min(1, "must be at least 1")
  .max(10 * 366 * 24 * 60 * 60, "must be at most ten years");

const isOriginAlone = (text: string) => {
  if (!URL.canParse(text)) return true;
  const { search, hash, username, password } = new URL(text);
  return !search && !hash && !username && !password;
};

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });

/** Parses with `read`, and reports `message` on failure. */
function parsedBy<T>(read: (text: string) => T | undefined, message: string) {
  return z.string().transform((text, context) => {
    try {
      const value = read(text);
      if (value !== undefined) return value;
    } catch {
      // falls through to the message, which is clearer than the exception
    }
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** Valid values and default of each environment variable. */
export const webSettings = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number")
    .refine((text) => Number(text) <= 65_535, "must be a port number, at most 65535")
    .default("3000"),
  // Used when the server is created, before this is read (scripts/product/web.mjs).
  HOST: z
    .string()
    .refine(isListenHost, "must be an address or name of this machine, such as 127.0.0.1")
    .optional(),
  PUBLIC_URL: httpUrl
    .refine(
      (text) => !URL.canParse(text) || new URL(text).pathname === "/",
      "must have no path; use BASE_PATH",
    )
    .refine(isOriginAlone, "must have no query, fragment or credentials")
    .optional(),
  API_URL: parsedBy((text) => {
    const { protocol, search, hash, username } = new URL(text.replaceAll("{tenant}", "tenant"));
    const usable = /^https?:$/.test(protocol) && !search && !hash && !username;
    return usable ? text.replace(/\/+$/, "") : undefined;
  }, "must be an http or https address without query or credentials").default("http://localhost:4000"),
  BASE_PATH: parsedBy(
    parseBasePath,
    "must be a path such as /admin, of letters, digits and . _ ~ -, and without the segments api and _next",
  ).default(""),
  MULTI_TENANCY: z.enum(["on", "off"], "must be on or off").default("off"),
  TENANT_PATH_PATTERN: parsedBy(
    compileTenantPattern,
    "must be a path with {tenant} in it, such as /t/{tenant}, or a regular expression with one group",
  ).default(compileTenantPattern(defaultTenantPattern)),
  AUTH_MODE: z.enum(["basic", "oidc"], "must be basic or oidc").default("basic"),
  ...oidcEnvironment,
  SESSION_SECRET: z.string("must be set to at least 32 random characters").refine(
    eachSecret((secret) => secret.length >= 32),
    "must have at least 32 characters; a comma separates it from an earlier one, with as many",
  ),
  SESSION_STORE_URL: z
    .string()
    .regex(
      /^(?:postgres(?:ql)?:\/\/|file:\/\/\/)\S+$/,
      "must look like postgres://user:password@host:5432/database, or file:///directory/sessions for one process",
    )
    .optional(),
  // Read by scripts/product/web.mjs, before the configuration.
  KEEP_ALIVE_SECONDS: z.coerce
    .number("must be a number of seconds")
    .int("must be whole seconds")
    .min(5, "must be at least 5")
    .max(3600, "must be at most an hour")
    .optional(),
  // Read by scripts/product/web.mjs, too.
  DRAIN_SECONDS: drainSecondsSetting,
  SESSION_IDLE_SECONDS: seconds.default(12 * 60 * 60),
  SESSION_LIFETIME_SECONDS: seconds.default(7 * 24 * 60 * 60),
  APP_TITLE: z.string().trim().max(100, "must have at most 100 characters").default("Hub"),
  PRODUCT_URL: httpUrl.optional(),
  HUB_URL: httpUrl.optional(),
  ATTACHMENT_ACTIONS: attachmentActionsSetting,
  ATTACHMENT_MAX_MB: attachmentMegabytesSetting,
  WEB_TRUST_PROXY: parsedBy(parseNetworks, "must be addresses or networks such as 10.0.0.0/8").optional(),
  PROXY_SECRET: proxySecretSetting,
  METRICS_TOKEN: metricsTokenSetting,
  LOG_LEVEL: logLevelSetting,
  ...telemetryEnvironment,
  SECURITY_CONTACT: listSetting
    .pipe(
      z.array(
        z
          .string()
          .transform((text) => (/^[^\s@:/]+@[^\s@:/]+$/.test(text) ? `mailto:${text}` : text))
          .refine(
            (text) => /^(?:https:\/\/|mailto:|tel:)[\x21-\x7e]+$/.test(text) && URL.canParse(text),
            "must be e-mail addresses or https addresses, separated by commas",
          ),
      ),
    )
    .default([]),
  INITIAL_SHORTCUTS: listSetting
    .pipe(z.array(z.string().regex(/^\/(?![/\\])/, "must be addresses such as /users, separated by commas")))
    .default([]),
});

/**
 * @param given the environment; an empty value counts as missing
 * @throws {ConfigError} naming the first invalid setting
 */
export function readConfig(given: Readonly<Record<string, string | undefined>>): WebConfig {
  const parsed = webSettings.safeParse(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== "")),
  );
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const settings = parsed.data;
  if (settings.MULTI_TENANCY === "off" && settings.API_URL.includes("{tenant}"))
    throw new ConfigError("API_URL must not contain {tenant} while MULTI_TENANCY is off");
  return {
    publicUrl: new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`),
    apiUrl: settings.API_URL,
    basePath: settings.BASE_PATH,
    tenantPattern: settings.MULTI_TENANCY === "on" ? settings.TENANT_PATH_PATTERN : undefined,
    authMode: settings.AUTH_MODE,
    oidc:
      settings.AUTH_MODE === "oidc" ? readOidc(settings, settings.MULTI_TENANCY === "on", fail) : undefined,
    sessionSecret: settings.SESSION_SECRET,
    sessionStoreUrl: settings.SESSION_STORE_URL,
    sessionIdleSeconds: settings.SESSION_IDLE_SECONDS,
    sessionLifetimeSeconds: settings.SESSION_LIFETIME_SECONDS,
    trustedProxies: settings.WEB_TRUST_PROXY,
    proxySecret: settings.PROXY_SECRET,
    securityContacts: settings.SECURITY_CONTACT,
    appTitle: settings.APP_TITLE || "Hub",
    productUrl: settings.PRODUCT_URL,
    hubUrl: settings.HUB_URL,
    attachmentActions: settings.ATTACHMENT_ACTIONS,
    attachmentMegabytes: settings.ATTACHMENT_MAX_MB,
    initialShortcuts: settings.INITIAL_SHORTCUTS,
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
  };
}

function fail(line: string): never {
  throw new ConfigError(line);
}

const onlyForDevelopment = "a secret that everybody knows, for next dev only";

let known: WebConfig | undefined;

/**
 * The configuration of this process, read once.
 * @throws {ConfigError}
 */
export function config(): WebConfig {
  const development = process.env.NODE_ENV === "development";
  known ??= readConfig({ ...(development && { SESSION_SECRET: onlyForDevelopment }), ...process.env });
  return known;
}
