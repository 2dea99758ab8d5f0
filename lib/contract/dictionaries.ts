import * as z from "zod";
import { assignmentTypes, attributeTypes } from "./attribute-types";
import { defineArea } from "./endpoint";
import { allRows } from "./paging";
import { listQuery, listResponse, pageLimit, recordId } from "./schemas";

const option = z.object({ id: z.string(), name: z.string() });

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")]);

/** Sent by pickers during typing: responses may then be fast rather than exact (TL-05). */
const autoComplete = flag.optional();

/** Without a page limit a dictionary is returned whole, to fill a form's list. */
const whole = { pageLimit: pageLimit(allRows), autoComplete };

const attributeReaders = {
  anyOf: [
    "AttributeView",
    "AttachmentView_AttributeSection",
    "RoleView_AttributeSection",
    "UserView_AttributeSection",
  ],
} as const;

/** Options for pickers: only id and name, for users with permission to choose the records, but not to view them. */
export const dictionaries = defineArea("dictionaries", {
  attachmentStatus: {
    method: "GET",
    path: "/dictionaries/attachment-status",
    access: { anyOf: ["AttachmentView", "AttachmentStatusView"] },
    summary: "Statuses of attachments to choose from, in their order and in the language of the request.",
    query: listQuery(["sortOrder", "name"], {}, whole),
    response: listResponse(option.extend({ color: z.string() })),
  },
  attributes: {
    method: "GET",
    path: "/dictionaries/attributes",
    access: attributeReaders,
    summary:
      "Attributes to choose from, with attributeAssignmentTypeId only those that are offered for records of that type.",
    query: listQuery(
      ["name"],
      { attributeTypeId: { type: "choice", values: attributeTypes } },
      { attributeAssignmentTypeId: z.enum(assignmentTypes).optional(), ...whole },
    ),
    response: listResponse(
      option.extend({
        attributeTypeId: z.enum(attributeTypes),
        attributeFormat: z.string(),
        attributeCsvValues: z.string(),
        dependentAttributeId: z.string().nullable(),
        dependentPropertyId: z.string(),
        /** Records of that kind require a value. Beyond the specification. */
        isRequired: z.boolean(),
      }),
    ),
  },
  attributeTypes: {
    method: "GET",
    path: "/dictionaries/attribute-types",
    access: attributeReaders,
    summary: "The types of attributes; ids and names never change.",
    query: listQuery(["name"], {}, whole),
    response: listResponse(option),
  },
  attributeAssignmentTypes: {
    method: "GET",
    path: "/dictionaries/attribute-assignment-types",
    access: attributeReaders,
    summary: "The types of records that attributes are assigned to; ids and names never change.",
    query: listQuery(["name"], {}, whole),
    response: listResponse(option),
  },
  roles: {
    method: "GET",
    path: "/dictionaries/roles",
    access: { anyOf: ["RoleView", "UserView_RoleSection", "UserView_AddAction", "UserView_InviteAction"] },
    summary:
      "Roles to choose from; with userId and isExcludedById=true only those that the user does not have.",
    query: listQuery(
      ["name"],
      { isDefault: { type: "flag" } },
      { userId: recordId.optional(), isExcludedById: flag.default(false), ...whole },
    ),
    response: listResponse(
      option.extend({
        isDefault: z.boolean(),
        /** Grants permissions that the caller lacks, so the caller cannot assign it. Beyond the specification. */
        denied: z.boolean().optional(),
      }),
    ),
  },
  users: {
    method: "GET",
    path: "/dictionaries/users",
    access: {
      anyOf: [
        "UserView",
        "RoleView_UserSection_AddAction",
        "TenantView_AddAction",
        "TenantView_UserSection_AddAction",
      ],
    },
    summary:
      "A page of users to choose from; with roleId or tenantId and isExcludedById=true only those who do not have the role or do not belong to the tenant.",
    query: listQuery(
      ["name", "userName"],
      {},
      {
        roleId: recordId.optional(),
        tenantId: recordId.optional(),
        isExcludedById: flag.default(false),
        autoComplete,
      },
    ),
    response: listResponse(
      option.extend({ userName: z.string(), email: z.string(), avatar: z.string().nullable().default(null) }),
    ),
  },
});
