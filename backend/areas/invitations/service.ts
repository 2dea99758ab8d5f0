import type * as z from "zod";
import type { invite } from "../../../lib/contract/invitations";
import { permissionsOf, refuseUnlessHeld } from "../../access/grants";
import { rolesToHold } from "../../access/memberships";
import { inTenant } from "../../database/transaction";
import { countDistinct, distinctIds } from "../../database/uuid";
import { conflict, forbidden, invalid, notFound, RequestError } from "../../http/errors";
import type { Context } from "../../http/route";
import { MailError } from "../../mail/mail";
import { deliver, storeLink } from "./deliver";
import { linkAddress, makeLink } from "./link";
import {
  addInvitation,
  isEmailOfUser,
  lockInvitation,
  lockInvitationOf,
  renewInvitation,
  revokeInvitations,
  sendNoMail,
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

/**
 * A link of an open invitation for passing on by hand, where no mail server does it. As when it is sent again, whoever asks stands
 * for the invitation from then on, and it runs its whole time.
 * @throws {RequestError} 404, 403 `invitationByMail`, 403 when a role permits what the caller may not do, 400 on email
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
  await sendNoMail(db, invitationId);
  const link = makeLink();
  // Requests of a tenant see no links.
  context.afterCommit(() => storeLink(connection, { tenantId: tenant.tenantId, invitationId }, link));
  return linkAddress(config, tenant.identifier, link.token);
}

const actorOf = ({ userId, displayName }: Context["user"]) => ({ userId, userName: displayName });

/** All or none. @throws {RequestError} 404 when one does not exist or is not open any more */
export async function revoke({ db }: Context, invitationIds: readonly string[]): Promise<null> {
  const revoked = await revokeInvitations(db, distinctIds(invitationIds));
  if (revoked !== countDistinct(invitationIds)) throw notFound();
  return null;
}
