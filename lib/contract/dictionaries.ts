import * as z from "zod";
import { defineArea } from "./endpoint";
import { listQuery, listResponse, recordId } from "./schemas";

const option = z.object({ id: z.string(), name: z.string() });

const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((value) => value === "true")]);

/** Said by pickers while somebody types: answers may then be quicker than exact (TL-05). */
const autoComplete = flag.optional();

/** Options for pickers: just id and name, for people who may choose but not necessarily view the records. */
export const dictionaries = defineArea("dictionaries", {
  attachmentStatus: {
    method: "GET",
    path: "/dictionaries/attachment-status",
    access: { anyOf: ["AttachmentView", "AttachmentStatusView"] },
    summary: "Statuses of attachments to choose from, in their order and in the language of the request.",
    query: listQuery(["sortOrder", "name"], {}, { autoComplete }),
    response: listResponse(option.extend({ color: z.string() })),
  },
  roles: {
    method: "GET",
    path: "/dictionaries/roles",
    access: { anyOf: ["RoleView", "UserView_RoleSection", "UserView_AddAction", "UserView_InviteAction"] },
    summary: "Roles to choose from; with userId and isExcludedById=true only those that the user lacks.",
    query: listQuery(
      ["name"],
      { isDefault: { type: "flag" } },
      { userId: recordId.optional(), isExcludedById: flag.default(false), autoComplete },
    ),
    response: listResponse(
      option.extend({
        isDefault: z.boolean(),
        /** Permits what the caller may not do, who cannot give it for that. Beyond the specification, so that one need not try. */
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
      "Users to choose from; with roleId or tenantId and isExcludedById=true only those who lack the role or are not in the tenant.",
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
      option.extend({ userName: z.string(), email: z.string(), avatar: z.string().nullable() }),
    ),
  },
});
