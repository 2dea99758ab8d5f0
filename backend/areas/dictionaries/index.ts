import { contract } from "../../../lib/contract";
import { attributeTypes } from "../../../lib/contract/attribute-types";
import { assignmentTypeOptions } from "../../attributes/assignment-types";
import { pageOfOptions } from "../../attributes/page-of-options";
import { implement } from "../../endpoint/route";
import { listFacts, listPage } from "../../lists/list";
import { missingPermissions } from "../../members/policies";
import { attributeOptions, refuseUnknown, roleOptions, statusOptions, userOptions } from "./queries";

export const routes = implement(contract.dictionaries, {
  attributes: ({ query, context }) =>
    listPage(context.db, attributeOptions(query.attributeAssignmentTypeId), query, listFacts(context)),
  attributeTypes: async ({ query }) =>
    pageOfOptions(
      attributeTypes.map((id) => ({ id, name: id })),
      query,
    ),
  attributeAssignmentTypes: async ({ query }) => pageOfOptions(assignmentTypeOptions, query),
  attachmentStatus: ({ query, context }) => listPage(context.db, statusOptions, query, listFacts(context)),
  roles: async ({ query, context }) => {
    const excluded = query.isExcludedById ? query.userId : undefined;
    if (excluded !== undefined) await refuseUnknown(context.db, "users", "user_id", "userId", excluded);
    return listPage(
      context.db,
      roleOptions(excluded, missingPermissions(context.user)),
      query,
      listFacts(context),
    );
  },
  users: async ({ query, context }) => {
    if (query.roleId !== undefined)
      await refuseUnknown(context.db, "roles", "role_id", "roleId", query.roleId);
    const [lacking, holding] = query.isExcludedById ? [query.roleId] : [undefined, query.roleId];
    const outside = query.isExcludedById ? query.tenantId : undefined;
    if (outside !== undefined) await refuseUnknown(context.db, "tenants", "tenant_id", "tenantId", outside);
    return listPage(context.db, userOptions({ lacking, holding, outside }), query, listFacts(context));
  },
});
