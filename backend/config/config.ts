import { join, resolve } from "node:path";
import type { AttachmentAction } from "../../lib/contract/attachment-actions";
import { parseBasePath } from "../../lib/tenancy/base-path";
import { compileTenantPattern, defaultTenantPattern, findTenant } from "../../lib/tenancy/tenant-pattern";
import { hasPlaceholder, isOfAnyDirectory } from "./issuer";
import { parseS3Url, type S3Settings } from "./s3-url";
import { type Settings, settingsSchema } from "./settings";

export interface OidcConfig {
  issuer: string;
  audience: string;
  /** Whether a user name equal to a provider's subject links the two; true unless set to false. */
  linkUserNames?: boolean;
  /** If it does not: the explicitly chosen name that admits the first person. */
  firstAdministrator?: string;
  /** Whether unknown people become users at their first sign-in (US-07). */
  createUsers?: boolean;
  /** Claim of access tokens with the groups that give roles: its name, or names separated by dots (US-07). */
  roleClaim?: string;
}

export interface Config {
  port: number;
  host: string;
  /** Unset: the embedded database in `dataDirectory`. */
  databaseUrl?: string;
  /** The same database without the pooler at `databaseUrl`, for migrations and LISTEN. */
  databaseDirectUrl?: string;
  databasePoolSize: number;
  dataDirectory: string;
  /** Unset: files are stored in `dataDirectory`. */
  s3?: S3Settings;
  /** Unset: office documents are shown as far as the browser can. */
  officeConverterUrl?: string;
  multiTenancy: boolean;
  authMode: "basic" | "oidc";
  /** Set in the sign-in mode `oidc`: the accepted issuer and audience of access tokens. */
  oidc?: OidcConfig;
  adminUser: string;
  /** The user who signs in with this as their verified e-mail address becomes the first administrator. */
  adminEmail?: string;
  adminPassword?: string;
  /** Seconds after which an unused secret expires (ASVS 5.0 V7.3.1). */
  secretIdleSeconds: number;
  /** Seconds after which a secret expires, however much it is used (ASVS 5.0 V7.3.2). */
  secretLifetimeSeconds: number;
  /** Age in minutes up to which a factor allows dangerous calls (AU-12); 0: any age. */
  confirmAfterMinutes: number;
  /** Enabled actions on attachments; the same as in the web process. */
  attachmentActions: readonly AttachmentAction[];
  /** Size limit of an uploaded attachment; the same as in the web process. */
  attachmentMegabytes: number;
  listRowLimit: number;
  /** Seconds that a stopping process still serves, after `/ready` answers 503. */
  drainSeconds: number;
  /** Days after which deleted records are purged; unset: never. */
  purgeDeletedAfterDays?: number;
  /** File to which removals and revocations are appended, for restores. */
  decisionsFile?: string;
  /** Unset: mails are written to files in `dataDirectory`. */
  smtpUrl?: string;
  /** Such as `Hub <hub@example.com>`. */
  mailFrom: string;
  appTitle: string;
  /** Seconds that the link of an invitation is valid. */
  invitationLifetimeSeconds: number;
  /** The product's address in browsers, used for links in mails. Without a trailing slash. */
  publicAddress: string;
  /** Path of a tenant, with `{tenant}` for its identifier; empty while multi-tenancy is off. */
  publicTenantPath: string;
  /** Addresses or networks with a trusted X-Forwarded-For. */
  trustProxy: string;
  /** Shared secret with which web processes forward browsers' addresses, see `secretsOf`; unset: any of `trustProxy` may. */
  proxySecret?: string;
  /** Encrypts secrets in the database, see `secretsOf`; unset: authenticator apps cannot be used. */
  encryptionSecret?: string;
  /** Token for metrics and the OpenAPI document from other machines. */
  metricsToken?: string;
  logLevel: string;
  /** Milliseconds from which a statement is logged with its route. */
  slowStatementMs: number;
}

/** A missing or wrong setting; the message is one line that names it and the remedy. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the settings from environment variables, an empty one counting as unset.
 * @throws {ConfigError} naming the first wrong variable (CF-03)
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(
      `${String(issue?.path[0])} ${issue?.message}. Correct or unset this environment variable.`,
    );
  }
  const settings = parsed.data;
  return {
    port: settings.API_PORT,
    host: settings.API_HOST,
    databaseUrl: settings.DATABASE_URL,
    databaseDirectUrl: settings.DATABASE_URL && settings.DATABASE_DIRECT_URL,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    dataDirectory: resolve(settings.DATA_DIR),
    s3: readS3(settings.FILES_URL, given),
    officeConverterUrl: settings.OFFICE_CONVERTER_URL,
    multiTenancy: settings.MULTI_TENANCY === "on",
    authMode: settings.AUTH_MODE,
    oidc: settings.AUTH_MODE === "oidc" ? readOidc(settings, given.ADMIN_USER) : undefined,
    adminEmail: settings.ADMIN_EMAIL,
    adminUser: settings.ADMIN_USER,
    adminPassword: settings.ADMIN_PASSWORD,
    secretIdleSeconds: settings.SECRET_IDLE_SECONDS,
    secretLifetimeSeconds: settings.SECRET_LIFETIME_SECONDS,
    confirmAfterMinutes: settings.CONFIRM_AFTER_MINUTES,
    attachmentActions: settings.ATTACHMENT_ACTIONS,
    attachmentMegabytes: settings.ATTACHMENT_MAX_MB,
    listRowLimit: settings.LIST_ROW_LIMIT,
    drainSeconds: settings.DRAIN_SECONDS,
    smtpUrl: settings.SMTP_URL,
    mailFrom: mailFrom(settings),
    appTitle: settings.APP_TITLE || "Hub",
    invitationLifetimeSeconds: settings.INVITATION_LIFETIME_SECONDS,
    publicAddress: `${new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).origin}${parseBasePath(settings.BASE_PATH)}`,
    publicTenantPath: settings.MULTI_TENANCY === "on" ? tenantPathOf(settings.TENANT_PATH_PATTERN) : "",
    purgeDeletedAfterDays: settings.PURGE_DELETED_AFTER_DAYS,
    decisionsFile: settings.BACKUP_DECISIONS_FILE && resolve(settings.BACKUP_DECISIONS_FILE),
    trustProxy: settings.TRUST_PROXY,
    proxySecret: settings.PROXY_SECRET,
    encryptionSecret: settings.ENCRYPTION_SECRET,
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
    slowStatementMs: settings.SLOW_STATEMENT_MS,
  };
}

const awsCredentials = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"] as const;

/** @throws {ConfigError} when half of the credentials is missing; without any, the machine may have a role */
function readS3(
  url: string | undefined,
  environment: Record<string, string | undefined>,
): S3Settings | undefined {
  if (!url) return undefined;
  const missing = awsCredentials.filter((name) => !environment[name]);
  if (missing.length === 1)
    throw new ConfigError(
      `${missing[0]} must be set where FILES_URL and ${awsCredentials.find((name) => name !== missing[0])} are.`,
    );
  return parseS3Url(url);
}

/** @throws {ConfigError} when a mail server is set without a sender */
function mailFrom({ SMTP_URL, MAIL_FROM, APP_TITLE }: Settings): string {
  if (SMTP_URL && !MAIL_FROM)
    throw new ConfigError("MAIL_FROM must be set where SMTP_URL is, such as Hub <hub@example.com>.");
  return MAIL_FROM ?? `${APP_TITLE.replace(/[<>"]/g, "") || "Hub"} <hub@localhost>`;
}

/**
 * The web process finds tenants by this pattern, so links built here must match it too.
 * @throws {ConfigError} when the pattern does not determine the beginning of an address
 */
function tenantPathOf(pattern: string): string {
  if (pattern.includes("{tenant}")) return pattern;
  try {
    if (findTenant("/acme/x", compileTenantPattern(pattern))?.tenant === "acme") return defaultTenantPattern;
  } catch {
    // thrown below
  }
  throw new ConfigError(
    "TENANT_PATH_PATTERN must be a path with {tenant} in it, such as /t/{tenant}, so that links in e-mails can be made.",
  );
}

function readOidc(
  { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, MULTI_TENANCY, ...settings }: Settings,
  firstAdministrator: string | undefined,
): OidcConfig {
  if (!issuer)
    throw new ConfigError("OIDC_ISSUER must be set while AUTH_MODE is oidc. Set this environment variable.");
  if (!audience)
    throw new ConfigError(
      "OIDC_AUDIENCE must be set while AUTH_MODE is oidc. Set this environment variable.",
    );
  if (MULTI_TENANCY === "off" && hasPlaceholder(issuer))
    throw new ConfigError(
      "OIDC_ISSUER must not contain {tenant} while MULTI_TENANCY is off. Correct this environment variable.",
    );
  const createUsers = settings.OIDC_CREATE_USERS === "on";
  if (createUsers && isOfAnyDirectory(issuer))
    throw new ConfigError(
      "OIDC_CREATE_USERS must be off while OIDC_ISSUER accepts users of all directories. Name your directory in OIDC_ISSUER.",
    );
  const linkUserNames = settings.OIDC_LINK_USER_NAMES === "on";
  return {
    issuer,
    audience,
    linkUserNames,
    firstAdministrator,
    createUsers,
    roleClaim: settings.OIDC_ROLE_CLAIM,
  };
}

/** The file in which a backup leaves its result, for the check of the installation. */
export function lastBackupFile({ dataDirectory }: Pick<Config, "dataDirectory">): string {
  return join(dataDirectory, "last-backup.json");
}

/** The directory of the embedded database. */
export function databaseDirectory(config: Config): string {
  return join(config.dataDirectory, "database");
}
