import { isIP } from "node:net";
import * as z from "zod";
import { isListenHost } from "../../lib/server/config/listen-host";
import { eachSecret } from "../../lib/server/config/secret-list";
import {
  attachmentActionsSetting,
  attachmentMegabytesSetting,
  drainSecondsSetting,
  logLevelSetting,
  metricsTokenSetting,
  proxySecretSetting,
} from "../../lib/server/config/shared-settings";
import { telemetryEnvironment } from "../../lib/server/telemetry/settings";
import { parseBasePath } from "../../lib/tenancy/base-path";
import { defaultTenantPattern } from "../../lib/tenancy/tenant-pattern";
import { isIssuer } from "./issuer";
import { parseS3Url } from "./s3-url";

const whole = (message: string, from: number, to = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number(message).int(message).min(from, message).max(to, message);
const port = whole("must be a number from 0 to 65535", 0, 65535);
const seconds = (longest = 10 * 366 * 24 * 60 * 60) =>
  whole(`must be a whole number of seconds, at most ${longest}`, 1, longest);
const count = (max?: number) =>
  whole(`must be a whole number from 1${max === undefined ? "" : ` to ${max}`}`, 1, max);

const isProxy = (entry: string) => {
  const [address = "", bits = "1", more] = entry.trim().split("/");
  const max = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return (
    /^(loopback|linklocal|uniquelocal)$/.test(entry.trim()) ||
    (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= max && more === undefined)
  );
};

/** Valid values and default of each environment variable. */
export const settingsSchema = z.object({
  API_PORT: port.default(4000),
  API_HOST: z
    .string()
    .refine(isListenHost, "must be an address or name of this machine, such as 127.0.0.1")
    .default("0.0.0.0"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, "must look like postgres://user:password@host:5432/database")
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, "must look like postgres://user:password@host:5432/database")
    .optional(),
  DATABASE_POOL_SIZE: count(500).default(10),
  DATA_DIR: z.string().min(1).default(".data"),
  FILES_URL: z
    .string()
    .refine(
      (url) => parseS3Url(url),
      "must look like s3://bucket/prefix?region=eu-central-1 or s3://bucket?endpoint=https://s3.example.com",
    )
    .optional(),
  OFFICE_CONVERTER_URL: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  MULTI_TENANCY: z.enum(["on", "off"], "must be on or off").default("off"),
  AUTH_MODE: z.enum(["basic", "oidc"], "must be basic or oidc").default("basic"),
  ADMIN_USER: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,100}$/, "may hold letters, digits, underscore, dot and hyphen")
    .default("admin"),
  ADMIN_EMAIL: z.email("must be an e-mail address").max(254).optional(),
  ADMIN_PASSWORD: z.string().min(8, "must have at least 8 characters").max(256).optional(),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, "must be the provider's http or https address, without query")
    .optional(),
  OIDC_AUDIENCE: z.string().max(500).optional(),
  OIDC_LINK_USER_NAMES: z.enum(["on", "off"], "must be on or off").default("on"),
  OIDC_CREATE_USERS: z.enum(["off", "on"], "must be off or on").default("off"),
  OIDC_ROLE_CLAIM: z
    .string()
    .regex(/^[^\s.][^\s]*[^\s.]$/, "must be the name of a claim, such as groups or realm_access.roles")
    .max(200)
    .optional(),
  SECRET_IDLE_SECONDS: seconds().default(12 * 60 * 60),
  SECRET_LIFETIME_SECONDS: seconds().default(7 * 24 * 60 * 60),
  /** Age in minutes up to which a factor allows dangerous calls; 0: any age. */
  CONFIRM_AFTER_MINUTES: whole("must be a whole number of minutes from 0 to 10080", 0, 10_080).default(15),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s/?#]+/, "must look like smtp://user:password@host:587 or smtps://host:465")
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      "must look like Hub <hub@example.com>",
    )
    .optional(),
  APP_TITLE: z.string().trim().max(100, "must have at most 100 characters").default("Hub"),
  INVITATION_LIFETIME_SECONDS: seconds(366 * 24 * 60 * 60).default(7 * 24 * 60 * 60),
  PORT: port.default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).optional(),
  BASE_PATH: z
    .string()
    .refine((path) => parseBasePath(path) !== undefined, "must be a path such as /admin")
    .default(""),
  TENANT_PATH_PATTERN: z.string().default(defaultTenantPattern),
  ATTACHMENT_ACTIONS: attachmentActionsSetting,
  ATTACHMENT_MAX_MB: attachmentMegabytesSetting,
  DRAIN_SECONDS: drainSecondsSetting,
  /** Row limit of `pageLimit=-1`. */
  LIST_ROW_LIMIT: count().default(100_000),
  /** Days after which deleted records are purged with their history; unset: never. */
  PURGE_DELETED_AFTER_DAYS: count(36_500).optional(),
  /** File of removals and revocations, stored with the backups, which a restore repeats. */
  BACKUP_DECISIONS_FILE: z.string().min(1).optional(),
  TRUST_PROXY: z
    .string()
    .refine((value) => value.split(",").every(isProxy), "must list addresses, networks or 'loopback'")
    .default("loopback"),
  PROXY_SECRET: proxySecretSetting,
  /** Encrypts the secrets of authenticator apps; unset: none can be set up. */
  ENCRYPTION_SECRET: z
    .string()
    .refine(
      eachSecret((secret) => secret.length >= 32),
      "must have at least 32 characters; a comma separates it from an earlier one, with as many",
    )
    .optional(),
  METRICS_TOKEN: metricsTokenSetting,
  /** Milliseconds from which a statement is logged. */
  SLOW_STATEMENT_MS: count().default(1_000),
  ...telemetryEnvironment,
  LOG_LEVEL: logLevelSetting,
});

export type Settings = z.output<typeof settingsSchema>;
