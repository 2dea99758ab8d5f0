import { sql } from "drizzle-orm";
import {
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";

// The tables as queries see them. What the database does by itself (policies, triggers, indexes, sort columns,
// defaults from the request's settings) is in ../migrations, which is written by hand.

/** The administrator role that every tenant is born with. */
export const administratorRoleId = "00000000-0000-4000-8000-000000000001";
/** The identifier of the host tenant, the only one while multi-tenancy is off. */
export const hostTenant = "main";

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
const madeBy = {
  createdOn: instant("created_on").notNull().defaultNow(),
  createdBy: uuid("created_by"),
  createdByName: text("created_by_name").notNull().default("System"),
};
const changedBy = {
  updatedOn: instant("updated_on"),
  updatedBy: uuid("updated_by"),
  updatedByName: text("updated_by_name"),
  archivedOn: instant("archived_on"),
  version: integer("version").notNull().default(1),
};
/** Set by the database from app.tenant; named only by who writes for several tenants. */
const tenantId = uuid("tenant_id").notNull().default(sql`app_tenant()`);
const id = (name: string) => uuid(name).notNull().default(sql`time_ordered_uuid()`);
const folded = (name: string, from: string) =>
  text(name)
    .notNull()
    .generatedAlwaysAs(sql.raw(`fold(${from})`));

export const tenants = pgTable("tenants", {
  tenantId: id("tenant_id").primaryKey(),
  identifier: text("identifier").notNull().unique(),
  name: text("name").notNull(),
  isActive: boolean("is_active").notNull().default(true),
  ...madeBy,
  ...changedBy,
});

/** Who can sign in, over all tenants; out of reach for `hub_app`. */
export const accounts = pgTable(
  "accounts",
  {
    userId: id("user_id").primaryKey(),
    userName: text("user_name").notNull(),
    passwordHash: text("password_hash"),
    createdOn: instant("created_on").notNull().defaultNow(),
    passwordChangedOn: instant("password_changed_on"),
    archivedOn: instant("archived_on"),
  },
  (table) => [unique().on(table.userId, table.userName)],
);

export const signInFailures = pgTable("sign_in_failures", {
  subject: text("subject").primaryKey(),
  failures: integer("failures").notNull(),
  windowStartedOn: instant("window_started_on").notNull().defaultNow(),
  lastFailedOn: instant("last_failed_on").notNull().defaultNow(),
  blockedUntil: instant("blocked_until"),
});

export const users = pgTable(
  "users",
  {
    tenantId,
    userId: uuid("user_id").notNull(),
    userName: text("user_name").notNull(),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    email: text("email").notNull().default(""),
    lastLoginOn: instant("last_login_on"),
    ...madeBy,
    ...changedBy,
    userNameSort: folded("user_name_sort", "user_name"),
    firstNameSort: folded("first_name_sort", "first_name"),
    lastNameSort: folded("last_name_sort", "last_name"),
    emailSort: folded("email_sort", "email"),
    nameSort: text("name_sort")
      .notNull()
      .generatedAlwaysAs(sql`fold(display_name(first_name, last_name, user_name))`),
    createdBySort: folded("created_by_sort", "created_by_name"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
);

export const roles = pgTable(
  "roles",
  {
    tenantId,
    roleId: id("role_id"),
    roleName: text("role_name").notNull(),
    isDefault: boolean("is_default").notNull().default(false),
    isBuiltIn: boolean("is_built_in").notNull().default(false),
    permissions: text("permissions").array().notNull().default([]),
    ...madeBy,
    ...changedBy,
    roleNameSort: folded("role_name_sort", "role_name"),
    createdBySort: folded("created_by_sort", "created_by_name"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.roleId] })],
);

export const userRoles = pgTable(
  "user_roles",
  {
    tenantId,
    userId: uuid("user_id").notNull(),
    roleId: uuid("role_id").notNull(),
    ...madeBy,
    createdBySort: folded("created_by_sort", "created_by_name"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.roleId] })],
);

export const userSettings = pgTable(
  "user_settings",
  {
    tenantId,
    userId: uuid("user_id").notNull(),
    settingName: text("setting_name").notNull(),
    settingValue: text("setting_value").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.settingName] })],
);

export const secrets = pgTable("secrets", {
  /** SHA-256 of the secret, hexadecimal. */
  secretHash: text("secret_hash").primaryKey(),
  tenantId: uuid("tenant_id").notNull(),
  userId: uuid("user_id").notNull(),
  createdOn: instant("created_on").notNull().defaultNow(),
  expiresOn: instant("expires_on").notNull(),
  lastUsedOn: instant("last_used_on"),
});

export const history = pgTable("history", {
  historyId: id("history_id").primaryKey(),
  tenantId: uuid("tenant_id").notNull(),
  collection: text("collection").notNull(),
  recordId: uuid("record_id").notNull(),
  recordName: text("record_name").notNull(),
  type: text("type").notNull(),
  changedOn: instant("changed_on").notNull().default(sql`clock_timestamp()`),
  changedBy: uuid("changed_by"),
  changedByName: text("changed_by_name").notNull().default("System"),
  previous: jsonb("previous").$type<Record<string, unknown>>(),
  current: jsonb("current").$type<Record<string, unknown>>(),
  changedBySort: folded("changed_by_sort", "changed_by_name"),
});
