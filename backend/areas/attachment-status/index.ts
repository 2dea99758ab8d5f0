import { contract } from "../../../lib/contract";
import { attachmentStatusRecords } from "../../../lib/contract/attachment-status";
import { implement } from "../../endpoint/route";
import { recordHandlers } from "../../records/handlers";
import { recordTable } from "../../records/table";
import { move } from "./service";

export const table = recordTable(attachmentStatusRecords);
export const routes = implement(contract["attachment-status"], {
  ...recordHandlers(table),
  move: ({ params, body, context }) => move(context, params.attachmentStatusId, body.before),
});
