export { attributeTable as table } from "../../records/attribute-table";

import { contract } from "../../../lib/contract";
import { attributeRecords } from "../../../lib/contract/attributes";
import { implement } from "../../endpoint/route";
import { listFacts, listPage } from "../../lists/list";
import { attributeTable } from "../../records/attribute-table";
import { recordHandlers, restoreStateBy } from "../../records/handlers";
import { assignmentsOf } from "./queries";
import * as service from "./service";

export const routes = implement(contract.attributes, {
  ...recordHandlers(attributeTable, service.rules),
  create: ({ body, context }) => service.createAttribute(context, body),
  save: ({ params, body, context }) => service.saveAttribute(context, params.attributeId, body),
  restoreState: restoreStateBy(attributeTable, service.rules, {
    edit: attributeRecords.edit,
    save: service.saveAttribute,
    read: ({ db }, attributeId) => attributeTable.get(db, attributeId),
  }),
  remove: ({ query, context }) => service.removeAttributes(context, query),
  assignments: async ({ params, query, context }) => {
    await attributeTable.get(context.db, params.attributeId);
    return listPage(context.db, assignmentsOf(params.attributeId), query, listFacts(context));
  },
  addAssignment: ({ params, body, context }) => service.addAssignment(context, params.attributeId, body),
  saveAssignment: ({ params, body, context }) =>
    service.saveAssignment(
      context,
      { attributeId: params.attributeId, assignmentId: params.attributeAssignmentId },
      body,
    ),
  removeAssignments: ({ params, query, context }) =>
    service.removeAssignments(context, params.attributeId, query.attributeAssignmentIds),
});
