import * as z from "zod";
import { requiredText } from "../validation/text";
import type { EndpointDeclaration } from "./endpoint";
import { created, defineList } from "./lists";
import { column } from "./records";
import { nothing, recordId, repeated } from "./schemas";

export const providerGroupList = defineList({
  providerGroupId: z.string(),
  groupName: column.readText({ searched: true }),
  roleId: z.string(),
  roleName: column.readText({ searched: true }),
  ...created,
});

/** Also the schema of the form. */
export const providerGroupCreate = z.object({
  /** As the provider writes it in its tokens: compared letter by letter. */
  groupName: requiredText(255),
  roleIds: z.array(recordId).min(1).max(50),
});

const path = "/organisation-settings/provider-groups";
/** Also the permissions to give roles to users. */
const mayEdit = [
  "OrganisationSettingView",
  "OrganisationSettingView_EditAction",
  "UserView",
  "UserView_EditAction",
  "UserView_RoleSection",
] as const;
const affects = ["organisation-settings", "users", "roles", "user"];

/** Roles that groups of an identity provider give (US-07). */
export const providerGroupEndpoints = {
  providerGroups: {
    method: "GET",
    path,
    access: ["OrganisationSettingView"],
    summary: "A page of the groups in tokens of the identity provider, each with a role that it gives.",
    ...providerGroupList.page,
    capability: "provider-groups",
  },
  addProviderGroup: {
    method: "POST",
    path,
    access: mayEdit,
    summary:
      "Lets a group give roles, from each user's next request on. 403 `permissionNotHeld` for a role with permissions that the caller lacks.",
    confirm: true,
    affects,
    body: providerGroupCreate,
    response: nothing,
    capability: "provider-groups",
  },
  removeProviderGroups: {
    method: "DELETE",
    path,
    access: mayEdit,
    summary:
      "Ends what groups give: their users lose the roles with their next request, unless another group gives them.",
    confirm: true,
    affects,
    query: z.object({ providerGroupIds: repeated(recordId) }),
    response: nothing,
    capability: "provider-groups",
  },
} as const satisfies Record<string, EndpointDeclaration>;
