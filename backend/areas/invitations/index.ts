export { checks } from "./checks";
export { sendDueInvitations } from "./deliver";

import { contract } from "../../../lib/contract";
import { implement } from "../../endpoint/route";
import { listFacts, listPage } from "../../lists/list";
import { accept, look } from "./accept";
import { join } from "./join";
import { openInvitations } from "./queries";
import { makeInvitationLink, revoke, sendInvitation } from "./service";

export const routes = implement(contract.invitations, {
  invite: ({ body, context }) => sendInvitation(context, body),
  list: ({ query, context }) =>
    listPage(context.db, openInvitations(context.user.offered), query, listFacts(context)),
  link: ({ params, context }) => makeInvitationLink(context, params.invitationId),
  revoke: ({ query, context }) => revoke(context, query.invitationIds),
  look: ({ params, context }) => look(context, params.token),
  accept: ({ params, body, context }) => accept(context, params.token, body),
  join: ({ params, body, context }) => join(context, params.token, body),
});
