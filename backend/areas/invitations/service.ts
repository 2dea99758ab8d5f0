import type * as z from "zod";
import type { invite } from "../../../lib/contract/invitations";
import { linkAddress, makeLink } from "../../access/link";
import { conflict, forbidden, invalid, notFound, RequestError } from "../../core/errors";
import { inTenant } from "../../database/transaction";
import { countDistinct, distinctIds } from "../../database/uuid";
import { authorOf, type Context } from "../../endpoint/route";
import { MailError } from "../../mail/mail";
import { permissionsOf } from "../../members/grants";
import { rolesToHold } from "../../members/memberships";
import { refuseUnlessHeld } from "../../members/policies";
import { deliver, storeLink } from "./deliver";
import {
  addInvitation,
  clearDueMail,
  isEmailOfUser,
  lockInvitation,
  lockInvitationOf,
  renewInvitation,
  revokeInvitations,
  undoInvitation,
} from "./queries";

/**
 * Invites a person (US-02). Stores the invitation first and sends its e-mail after the commit: if the process ends in
 * between, the e-mail is sent later; if the e-mail is rejected, the invitation is withdrawn.
 * @throws {RequestError} 400 on email or roleIds, 403 when a role has permissions that the caller lacks, 409
 * `invitationOpen` unless `isProceed`, 502 `mailNotSent`
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
      await inTenant(connection, tenant.tenantId, authorOf(user), (undo) =>
        undoInvitation(undo, invitationId, earlier),
      );
      throw error.isRefused
        ? invalid([{ propertyName: "email", rule: "mailRefused" }])
        : new RequestError("mailNotSent", { status: 502, cause: error });
    }
  });
  return invitationId;
}

/**
 * Creates a link of an open invitation to pass on by hand, when no mail server is configured. As with sending again,
 * the caller becomes its inviter, and its lifetime starts over.
 * @throws {RequestError} 404, 403 `invitationByMail`, 403 when a role has permissions that the caller lacks, 400 on
 * email
 */
export async function makeInvitationLink(context: Context, given: string): Promise<string> {
  const { db, config, user, tenant, connection, language, timeZone = "UTC" } = context;
  if (config.smtpUrl) throw forbidden("invitationByMail");
  const [invitationId] = distinctIds([given]);
  const stored = invitationId ? await lockInvitation(db, invitationId) : undefined;
  if (!stored || !invitationId) throw notFound();
  const { email, roleIds } = stored;
  for (const role of await rolesToHold(db, roleIds)) refuseUnlessHeld(user, permissionsOf(role));
  if (await isEmailOfUser(db, email)) throw invalid([{ propertyName: "email", rule: "emailOfUser" }]);
  const lifetimeSeconds = config.invitationLifetimeSeconds;
  await renewInvitation(db, invitationId, { email, roleIds, language, timeZone, lifetimeSeconds });
  await clearDueMail(db, invitationId);
  const link = makeLink();
  // A tenant's requests cannot see links.
  context.afterCommit(() => storeLink(connection, { tenantId: tenant.tenantId, invitationId }, link));
  return linkAddress(config, tenant.identifier, "invitation", link.token);
}

/** All or none. @throws {RequestError} 404 when one does not exist or is no longer open */
export async function revoke({ db }: Context, invitationIds: readonly string[]): Promise<null> {
  const revoked = await revokeInvitations(db, distinctIds(invitationIds));
  if (revoked !== countDistinct(invitationIds)) throw notFound();
  return null;
}
