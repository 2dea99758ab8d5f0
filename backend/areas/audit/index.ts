import { contract } from "../../../lib/contract";
import {
  type AuditSource,
  auditedChange,
  auditPage,
  changesSeenBy,
  exportedSource,
} from "../../audit/all-changes";
import { notFound } from "../../core/errors";
import { type Context, implement } from "../../endpoint/route";
import { exportHandler } from "../../export/export";
import { listFacts } from "../../lists/list";
import { seenLists } from "../../members/policies";

const seenBy = ({ user }: Context) => changesSeenBy(user.permissions);

const exported = (source: AuditSource) =>
  exportHandler({ name: "audit", source, columns: contract.audit.export.exported });

export const routes = implement(contract.audit, {
  list: ({ query, context }) =>
    auditPage(context.db, seenBy(context), context.language, query, listFacts(context)),
  detail: async ({ params, context }) => {
    const found = await auditedChange(context.db, seenBy(context), seenLists(context.user), params.historyId);
    if (!found) throw notFound();
    return found;
  },
  export: (call) => exported(exportedSource(seenBy(call.context), call.context.language))(call),
});
