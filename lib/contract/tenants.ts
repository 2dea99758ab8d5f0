import * as z from "zod";
import { identifierPattern, maxIdentifierLength, reservedIdentifiers } from "../tenancy/identifier";
import { colours } from "../theme/colours";
import type { RuleParams } from "../validation/messages";
import { requiredText } from "../validation/text";
import { defineArea } from "./endpoint";
import { created, defineList } from "./lists";
import { setPassword } from "./passwords";
import { column, defineRecords } from "./records";
import { nothing, recordId, repeated } from "./schemas";
import { secondFactorReset } from "./second-factors";

/** The areas with tenants in their responses. */
const affectedAreas = ["tenants", "users", "dictionaries", "user"];

const identifier = requiredText(maxIdentifierLength)
  .toLowerCase()
  // Accepts the empty text, which another rule reports as missing.
  .refine((value) => value === "" || identifierPattern.test(value), {
    params: { rule: "tenantIdentifier" } satisfies RuleParams,
  })
  .refine((value) => !reservedIdentifiers.has(value), { params: { rule: "reserved" } satisfies RuleParams });

export const tenantRecords = defineRecords("tenants", {
  record: "tenant",
  name: "tenantName",
  view: "TenantView",
  place: 30,
  sections: { UserSection: ["AddAction", "DeleteAction"] },
  onlyInHost: "withMultiTenancy",
  columns: {
    tenantName: column.text(100, { required: true, searched: true }),
    /** Its name in addresses. */
    tenantIdentifier: column.text(maxIdentifierLength, {
      required: true,
      unique: true,
      searched: true,
      schema: identifier,
    }),
    /** An inactive tenant refuses all sign-ins. */
    isActive: column.flag({ default: true }),
    /** A colour of the palette, `#rrggbb`, or empty: marks the tenant in the shell. */
    tenantColour: column.text(7, {
      schema: z.enum(["", ...Object.values(colours)]),
      sorted: false,
      filtered: false,
    }),
    /** The tenant that administers the others: always active, with a fixed identifier, and never deleted. */
    isHost: column.flag({ readOnly: true, sorted: false, filtered: false }),
    userCount: column.int({ readOnly: true, min: 0 }),
  },
  confirm: "changes",
  affects: { create: affectedAreas, save: affectedAreas, remove: affectedAreas },
  summaries: {
    create: "Creates a tenant with its administrators; answers the new id.",
    remove: "Archives tenants: nobody enters them any more.",
  },
});
export const tenantPermissions = tenantRecords.permissions;

export type TenantRow = z.output<typeof tenantRecords.row>;
export type TenantDetail = z.output<typeof tenantRecords.detail>;

/** A new tenant starts with administrators, who are users of the host; the creator, unless others are named. */
export const tenantCreate = tenantRecords.create.extend({
  administratorIds: z.array(recordId).min(1).max(50).optional(),
});

export const tenantUserList = defineList({
  userId: z.string(),
  lastName: column.readText({ searched: true }),
  firstName: column.readText({ searched: true }),
  userName: column.readText({ searched: true }),
  isAdministrator: z.boolean(),
  lastLoginDate: column.instant({ optional: true }),
  ...created,
});
export type TenantUser = z.output<typeof tenantUserList.row>;

/** Offered by the host tenant only, with multi-tenancy on (OR-03). */
export const tenants = {
  ...tenantRecords.calls,
  create: { ...tenantRecords.calls.create, body: tenantCreate },
  ...defineArea("tenants", {
    users: {
      method: "GET",
      path: "/tenants/:tenantId/users",
      access: ["TenantView", "TenantView_UserSection"],
      summary: "A page of the tenant's users.",
      ...tenantUserList.page,
    },
    addUsers: {
      method: "PUT",
      path: "/tenants/:tenantId/users",
      access: ["TenantView", "TenantView_UserSection", "TenantView_UserSection_AddAction"],
      summary:
        "Adds users of the host to the tenant with its default roles, or as its administrators; existing users are kept.",
      confirm: true,
      affects: ["tenants", "users", "dictionaries", "user"],
      body: z.object({
        userIds: z.array(recordId).min(1).max(500),
        asAdministrators: z.boolean().default(false),
      }),
      response: nothing,
      capability: "tenant-users",
    },
    removeUsers: {
      method: "DELETE",
      path: "/tenants/:tenantId/users",
      access: ["TenantView", "TenantView_UserSection", "TenantView_UserSection_DeleteAction"],
      summary: "Removes users from the tenant.",
      confirm: true,
      affects: ["tenants", "users", "roles", "dictionaries", "user"],
      query: z.object({ userIds: repeated(recordId) }),
      response: nothing,
      capability: "tenant-users",
    },
    setUserPassword: {
      method: "PUT",
      path: "/tenants/:tenantId/users/:userId/set-password",
      access: ["TenantView", "TenantView_UserSection", "TenantView_EditAction"],
      summary:
        "Sets the password of a user of the tenant and ends their sessions and API keys, even if the account belongs to several tenants; only for administrators of the host.",
      confirm: true,
      affects: ["users"],
      body: setPassword,
      response: nothing,
      capability: "tenant-users",
    },
    resetUserSecondFactors: {
      method: "POST",
      path: "/tenants/:tenantId/users/:userId/second-factors/reset",
      access: ["TenantView", "TenantView_UserSection", "TenantView_EditAction"],
      summary:
        "Removes all second factors of a user of the tenant who has lost them, with a reason, even if the account belongs to several tenants; only for administrators of the host.",
      confirm: true,
      affects: ["users"],
      body: secondFactorReset,
      response: nothing,
      apiKey: false,
      capability: "second-factors",
    },
  }),
};
