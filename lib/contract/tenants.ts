import * as z from "zod";
import { identifierPattern, longestIdentifier, reservedIdentifiers } from "../tenancy/identifier";
import { colours } from "../theme/colours";
import type { RuleParams } from "../validation/messages";
import { requiredText } from "../validation/text";
import { defineArea } from "./endpoint";
import { type ColumnKind, exportEndpoint } from "./export";
import { historyEndpoints } from "./history";
import { setPassword } from "./passwords";
import { definePermissions } from "./permissions";
import {
  instant,
  lastUpdate,
  listAnswer,
  listQuery,
  nothing,
  recordId,
  recordVersion,
  repeated,
  trace,
} from "./schemas";

export const tenantPermissions = definePermissions({
  view: "TenantView",
  place: 30,
  actions: ["AddAction", "EditAction", "DeleteAction", "HistoryAction"],
  sections: { UserSection: ["AddAction", "DeleteAction"] },
  onlyInHost: true,
});

export const tenantRow = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  /** What it is called in addresses. */
  tenantIdentifier: z.string(),
  /** An inactive tenant lets nobody in. */
  isActive: z.boolean(),
  /** A colour of the palette, `#rrggbb`, or empty: what people tell it by in the shell. */
  tenantColour: z.string(),
  /** The tenant that administers the others: always active, under its own identifier, and never deleted. */
  isHost: z.boolean(),
  userCount: z.int().min(0),
  createdOn: instant,
  createdBy: z.string(),
});
export type TenantRow = z.output<typeof tenantRow>;

export const tenantDetail = tenantRow.extend({ ...trace, version: recordVersion });
export type TenantDetail = z.output<typeof tenantDetail>;

const identifier = requiredText(longestIdentifier)
  .toLowerCase()
  // The empty one is refused as missing, which says more.
  .refine((value) => value === "" || identifierPattern.test(value), {
    params: { rule: "tenantIdentifier" } satisfies RuleParams,
  })
  .refine((value) => !reservedIdentifiers.has(value), { params: { rule: "reserved" } satisfies RuleParams });

const tenantColour = z.enum(["", ...Object.values(colours)]);

/** What of a tenant can be edited; also the schema of the form. What is left out stays as it is (FM-10). */
export const tenantEdit = z.object({
  tenantName: requiredText(100),
  tenantIdentifier: identifier,
  isActive: z.boolean().optional(),
  tenantColour: tenantColour.optional(),
  version: recordVersion.optional(),
});

/** A new tenant begins with its administrators, users of the host; whoever makes it, unless others are named. */
export const tenantCreate = tenantEdit.omit({ version: true }).extend({
  isActive: z.boolean().default(true),
  tenantColour: tenantColour.default(""),
  administratorIds: z.array(recordId).min(1).max(50).optional(),
});

export const tenantUser = z.object({
  userId: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  userName: z.string(),
  isAdministrator: z.boolean(),
  lastLoginDate: instant.nullable(),
  createdOn: instant,
  createdBy: z.string(),
});
export type TenantUser = z.output<typeof tenantUser>;

const tenantListQuery = listQuery(
  ["tenantName", "tenantIdentifier", "isActive", "userCount", "createdOn", "createdBy"],
  {
    tenantName: { type: "text" },
    tenantIdentifier: { type: "text" },
    isActive: { type: "flag" },
    userCount: { type: "number" },
    createdOn: { type: "date" },
    createdBy: { type: "text" },
  },
);

/** What can be exported of the list. */
export const tenantExportColumns = {
  tenantId: "text",
  tenantName: "text",
  tenantIdentifier: "text",
  isActive: "boolean",
  tenantColour: "text",
  isHost: "boolean",
  userCount: "number",
  createdOn: "dateTime",
  createdBy: "text",
} as const satisfies Record<keyof TenantRow, ColumnKind>;

/** Offered by the host tenant alone, and only with multi-tenancy on (OR-03). */
export const tenants = defineArea("tenants", {
  list: {
    method: "GET",
    path: "/tenants",
    access: ["TenantView"],
    summary: "A page of tenants.",
    query: tenantListQuery,
    answer: listAnswer(tenantRow),
  },
  listLastUpdate: {
    method: "GET",
    path: "/tenants/last-update",
    access: ["TenantView"],
    summary: "When a tenant was last created and last changed, and by whom.",
    answer: lastUpdate.nullable(),
  },
  detail: {
    method: "GET",
    path: "/tenants/:tenantId",
    access: ["TenantView"],
    summary: "One tenant.",
    answer: tenantDetail,
  },
  lastUpdate: {
    method: "GET",
    path: "/tenants/:tenantId/last-update",
    access: ["TenantView"],
    summary: "Who created and last changed the tenant, and when.",
    answer: lastUpdate,
  },
  create: {
    method: "POST",
    path: "/tenants",
    access: ["TenantView", "TenantView_AddAction"],
    summary: "Creates a tenant with its administrators; answers the new id.",
    affects: ["tenants", "users", "dictionaries", "user"],
    body: tenantCreate,
    answer: z.string(),
  },
  save: {
    method: "PUT",
    path: "/tenants/:tenantId",
    access: ["TenantView", "TenantView_EditAction"],
    summary: "Saves a tenant; 409 with the stored tenant when `version` is not the stored one.",
    affects: ["tenants", "users", "dictionaries", "user"],
    body: tenantEdit,
    answer: tenantDetail,
  },
  remove: {
    method: "DELETE",
    path: "/tenants",
    access: ["TenantView", "TenantView_DeleteAction"],
    summary: "Archives tenants: nobody enters them any more.",
    affects: ["tenants", "users", "dictionaries", "user"],
    query: z.object({ tenantIds: repeated(recordId) }),
    answer: nothing,
  },
  users: {
    method: "GET",
    path: "/tenants/:tenantId/users",
    access: ["TenantView", "TenantView_UserSection"],
    summary: "A page of the tenant's users.",
    query: listQuery(["lastName", "firstName", "userName", "lastLoginDate", "createdOn", "createdBy"], {
      lastName: { type: "text" },
      firstName: { type: "text" },
      userName: { type: "text" },
      lastLoginDate: { type: "date", optional: true },
      createdOn: { type: "date" },
      createdBy: { type: "text" },
    }),
    answer: listAnswer(tenantUser),
  },
  addUsers: {
    method: "PUT",
    path: "/tenants/:tenantId/users",
    access: ["TenantView", "TenantView_UserSection", "TenantView_UserSection_AddAction"],
    summary:
      "Lets users of the host into the tenant with its default roles, or as its administrators; those who are in stay.",
    affects: ["tenants", "users", "dictionaries", "user"],
    body: z.object({
      userIds: z.array(recordId).min(1).max(500),
      asAdministrators: z.boolean().default(false),
    }),
    answer: nothing,
    capability: "tenant-users",
  },
  removeUsers: {
    method: "DELETE",
    path: "/tenants/:tenantId/users",
    access: ["TenantView", "TenantView_UserSection", "TenantView_UserSection_DeleteAction"],
    summary: "Takes users out of the tenant.",
    affects: ["tenants", "users", "roles", "dictionaries", "user"],
    query: z.object({ userIds: repeated(recordId) }),
    answer: nothing,
    capability: "tenant-users",
  },
  setUserPassword: {
    method: "PUT",
    path: "/tenants/:tenantId/users/:userId/set-password",
    access: ["TenantView", "TenantView_UserSection", "TenantView_EditAction"],
    summary:
      "Sets the password of a user of the tenant and ends their sessions and API keys, also where the account belongs to several; for who may do everything in the host.",
    affects: ["users"],
    body: setPassword,
    answer: nothing,
    capability: "tenant-users",
  },
  export: exportEndpoint("/tenants", ["TenantView"], tenantListQuery, tenantExportColumns),
  ...historyEndpoints("/tenants", "tenantId", "TenantView_HistoryAction"),
});
