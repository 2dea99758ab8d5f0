import * as z from "zod";
import { defineArea } from "./endpoint";
import { exportEndpoint } from "./export";
import { historyDetail, historyList, historyPermissions, tracedCollections } from "./history";
import { viewPageLimits } from "./list-facts";
import { listQuery, listResponse, sortDir } from "./schemas";

/** Types of events, for all records. */
export const operations = [
  "created",
  "changed",
  "deleted",
  "restored",
  "added",
  "removed",
  "access",
  "failed",
] as const;
export type Operation = (typeof operations)[number];

const eventFields = {
  /** The path of the record's list, such as `users`. */
  collection: z.string(),
  operation: z.enum(operations),
  /** Network address, where recorded: for sign-ins, failed ones and uses of keys. */
  address: z.string().nullable(),
};

export const auditRow = historyList.row.extend(eventFields);
export type AuditRow = z.output<typeof auditRow>;
const auditDetail = historyDetail.extend(eventFields);

const query = listQuery(
  ["changedOn", "changedBy"],
  {
    changedOn: { type: "date" },
    changedBy: { type: "text" },
    collection: { type: "choice", values: tracedCollections },
    operation: { type: "choice", values: operations },
    recordName: { type: "text" },
    address: { type: "text" },
  },
  { sortDir: sortDir("desc") },
);

// Alike changes share a line, so that a page of the usual size would have few lines.
viewPageLimits.add(query, { pageLimit: 50 });

/** Requires permission for any history; shows only changes that the caller may see. */
const access = { anyOf: historyPermissions };

/** Changes of every record (HI-03); beyond the specification. */
export const audit = defineArea("audit", {
  list: {
    method: "GET",
    path: "/audit",
    access,
    summary:
      "Changes of all records whose history the caller is allowed to see, newest first. Counting stops at a limit: `isMore` says that there are more than `totalCount`.",
    query,
    response: listResponse(auditRow).extend({ isMore: z.boolean() }),
    capability: "audit",
  },
  export: {
    ...exportEndpoint("/audit", access, query, {
      changedOn: "dateTime",
      changedBy: "text",
      collection: "text",
      recordName: "text",
      type: "text",
      address: "text",
    }),
    capability: "audit",
  },
  detail: {
    method: "GET",
    path: "/audit/:historyId",
    access,
    summary: "One change, with the record before and after it.",
    response: auditDetail,
    capability: "audit",
  },
});
