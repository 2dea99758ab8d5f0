export { sendDueResets } from "./request";

import { contract } from "../../../lib/contract";
import { implement } from "../../endpoint/route";
import { requestReset } from "./request";
import { look, reset } from "./reset";

export const routes = implement(contract["password-resets"], {
  request: ({ body, context }) => requestReset(context, body.userName),
  look: ({ params, context }) => look(context, params.token),
  reset: ({ params, body, context }) => reset(context, params.token, body),
});
