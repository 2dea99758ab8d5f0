export { sendDueResets } from "./request";

import { contract } from "../../../lib/contract";
import { implement } from "../../endpoint/route";
import { requestReset } from "./request";
import { look, reset } from "./reset";
import { denySignIn, lookAtSignIn } from "./sign-ins";

export const routes = implement(contract["password-resets"], {
  request: ({ body, context }) => requestReset(context, body.userName),
  look: ({ params, context }) => look(context, params.token),
  lookAtSignIn: ({ params, context }) => lookAtSignIn(context, params.token),
  denySignIn: ({ params, context }) => denySignIn(context, params.token),
  reset: ({ params, body, context }) => reset(context, params.token, body),
});
