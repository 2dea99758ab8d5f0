import type * as z from "zod";
import type { invite } from "../../../lib/contract/invitations";
import { permissionsOf, refuseUnlessHeld } from "../../access/grants";
import { rolesToHold } from "../../access/memberships";
import { inTenant } from "../../database/transaction";
import { countDistinct, distinctIds } from "../../database/uuid";
import { conflict, invalid, notFound, RequestError } from "../../http/errors";
import type { Context } from "../../http/route";
import { MailError } from "../../mail/mail";
import { deliver } from "./deliver";
import {
  addInvitation,
  isEmailOfUser,
  lockInvitationOf,
  renewInvitation,
  revokeInvitations,
  undoInvitation,
} from "./queries";

/**
 * Invites somebody (US-02). The invitation is stored first and its e-mail sent when that is committed: should the process
 * end in between, the e-mail goes out later; should the e-mail be refused, the invitation is taken back.
 * @throws {RequestError} 400 on email or roleIds, 403 when a role permits what the caller may not do, 409
 *   `invitationOpen` unless `isProceed`, 502 `mailNotSent`
 */
export async function sendInvitation(context: Context, given: z.output<typeof invite>): Promise<string> {
  const { db, user, tenant, connection, language, timeZone = "UTC" } = context;
  const roles = await rolesToHold(db, given.roleIds);
  for (const role of roles) refuseUnlessHeld(user, permissionsOf(role));
  if (await isEmailOfUser(db, given.email)) throw invalid([{ propertyName: "email", rule: "emailOfUser" }]);
  const offer = {
    email: given.email,
    roleIds: roles.map(({ roleId }) => roleId),
    language,
    timeZone,
    lifetimeSeconds: context.config.invitationLifetimeSeconds,
  };
  const earlier = await lockInvitationOf(db, given.email);
  if (earlier && !earlier.isOver && !given.isProceed) throw conflict("invitationOpen");
  if (earlier) await renewInvitation(db, earlier.invitationId, offer);
  const invitationId = earlier?.invitationId ?? (await addInvitation(db, offer));
  if (!invitationId) throw conflict("invitationOpen");

  context.afterCommit(async () => {
    try {
      await deliver(context, { tenantId: tenant.tenantId, invitationId });
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      await inTenant(connection, tenant.tenantId, actorOf(user), (undo) =>
        undoInvitation(undo, invitationId, earlier),
      );
      throw error.isRefused
        ? invalid([{ propertyName: "email", rule: "mailRefused" }])
        : new RequestError("mailNotSent", { status: 502, cause: error });
    }
  });
  return invitationId;
}

const actorOf = ({ userId, displayName }: Context["user"]) => ({ userId, userName: displayName });

/** All or none. @throws {RequestError} 404 when one does not exist or is not open any more */
export async function revoke({ db }: Context, invitationIds: readonly string[]): Promise<null> {
  const revoked = await revokeInvitations(db, distinctIds(invitationIds));
  if (revoked !== countDistinct(invitationIds)) throw notFound();
  return null;
}
