import { contract } from "../../../lib/contract";
import { implement } from "../../endpoint/route";
import { download, look, preview, ticketFor } from "./shared-files";

export const routes = implement(contract.downloads, {
  look: ({ params, context }) => look(context, params.shareKey),
  preview: ({ params, query, context }) => preview(context, params.shareKey, query.ticket),
  ticket: ({ params, body, context }) => ticketFor(context, params.shareKey, body.password),
  download: ({ params, query, context }) => download(context, params.shareKey, query.ticket),
});
