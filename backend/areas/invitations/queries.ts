import { invitationList } from "../../../lib/contract/invitations";
import type { PermissionName } from "../../../lib/contract/permissions";
import { sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { listSource } from "../../lists/declared-list";
import { idArray } from "../../members/memberships";
import { mayStillInvite } from "../../members/policies";

const invitation = { tenantId: sql`i.tenant_id`, giver: sql`i.invited_by`, roleIds: sql`i.role_ids` };

/**
 * Open invitations; there are few, so they are sorted directly.
 * @param offered the tenant's available permissions
 */
export const openInvitations = (offered: ReadonlySet<PermissionName>) =>
  listSource(invitationList, {
    from: sql`invitations i`,
    alias: "i",
    where: sql`i.accepted_on is null and i.revoked_on is null`,
    id: sql`i.invitation_id`,
    columns: {
      state: {
        read: sql`case when i.expires_on <= now() then 'expired' when not ${mayStillInvite(invitation, offered)} then 'ended'
          when i.sent_on is null then 'unsent' else 'open' end`,
      },
      roles: {
        read: sql`(select coalesce(json_agg(json_build_object('roleId', o.role_id, 'roleName', o.role_name)
            order by o.role_name_sort, o.role_id), '[]')
          from roles o where o.role_id = any(i.role_ids) and o.archived_on is null)`,
      },
    },
  });

export async function isEmailOfUser(db: Database, email: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (select from users where email_sort = fold(${email}) and lower(email) = lower(${email})
      and archived_on is null) as found`);
  return rows[0]?.found === true;
}

export interface Offer {
  email: string;
  roleIds: readonly string[];
  language: string;
  timeZone: string;
  lifetimeSeconds: number;
}

/** Seconds reserved for the process that stored an invitation to send it. */
export const claimSeconds = 60;

const claim = sql`now() + make_interval(secs => ${claimSeconds})`;

/** Stores an invitation to be sent now; returns its id, or undefined when the address already has an open one. */
export async function addInvitation(db: Database, offer: Offer): Promise<string | undefined> {
  const { rows } = await db.execute<{ invitationId: string }>(sql`
    insert into invitations (email, role_ids, language, time_zone, expires_on, due_on, claimed_until)
    values (${offer.email}, ${idArray(offer.roleIds)}, ${offer.language}, ${offer.timeZone},
      now() + make_interval(secs => ${offer.lifetimeSeconds}), now(), ${claim})
    on conflict (tenant_id, lower(email)) where accepted_on is null and revoked_on is null do nothing
    returning invitation_id as "invitationId"`);
  return rows[0]?.invitationId;
}

/** An invitation's state before it is sent again. */
export interface Earlier extends Record<string, unknown> {
  invitationId: string;
  isOver: boolean;
  roleIds: string;
  language: string;
  timeZone: string;
  expiresOn: string;
  invitedBy: string;
  invitedByName: string;
}

/** Locks the open invitation of an address. */
export async function lockInvitationOf(db: Database, email: string): Promise<Earlier | undefined> {
  const { rows } = await db.execute<Earlier>(sql`
    select invitation_id as "invitationId", expires_on <= now() as "isOver", array_to_string(role_ids, ',') as "roleIds",
      language, time_zone as "timeZone", expires_on::text as "expiresOn", invited_by as "invitedBy", invited_by_name as "invitedByName"
    from invitations where lower(email) = lower(${email}) and accepted_on is null and revoked_on is null
    for update`);
  return rows[0];
}

/** Like {@link lockInvitationOf}, by id; with those of its roles that still exist. */
export async function lockInvitation(
  db: Database,
  invitationId: string,
): Promise<{ email: string; roleIds: readonly string[] } | undefined> {
  const { rows } = await db.execute<{ email: string; roleIds: string[] }>(sql`
    select email, to_jsonb(array(select role_id from roles
        where role_id = any(i.role_ids) and archived_on is null)) as "roleIds"
    from invitations i where invitation_id = ${invitationId} and accepted_on is null and revoked_on is null
    for update of i`);
  return rows[0];
}

/** Clears the due e-mail, because a link is passed on by hand instead. */
export async function clearDueMail(db: Database, invitationId: string): Promise<void> {
  await db.execute(sql`
    update invitations set due_on = null, claimed_until = null where invitation_id = ${invitationId}`);
}

/** Makes the e-mail of a locked invitation due again, with the current roles. */
export async function renewInvitation(db: Database, invitationId: string, offer: Offer): Promise<void> {
  await db.execute(sql`
    update invitations set role_ids = ${idArray(offer.roleIds)}, language = ${offer.language},
      time_zone = ${offer.timeZone}, expires_on = now() + make_interval(secs => ${offer.lifetimeSeconds}),
      due_on = now(), claimed_until = ${claim}, attempts = 0, invited_by = app_actor(), invited_by_name = app_actor_name()
    where invitation_id = ${invitationId}`);
}

/** Reverts an unsent invitation to its earlier state, or deletes it. */
export async function undoInvitation(db: Database, invitationId: string, earlier?: Earlier): Promise<void> {
  await (earlier
    ? db.execute(sql`
        update invitations set role_ids = string_to_array(${earlier.roleIds}, ',')::uuid[], language = ${earlier.language},
          time_zone = ${earlier.timeZone}, expires_on = ${earlier.expiresOn}::timestamptz, due_on = null, claimed_until = null,
          invited_by = ${earlier.invitedBy}, invited_by_name = ${earlier.invitedByName}
        where invitation_id = ${invitationId} and accepted_on is null`)
    : db.execute(sql`
        delete from invitations where invitation_id = ${invitationId} and accepted_on is null`));
}

/** Revokes the open ones among the given ids; returns their number. */
export async function revokeInvitations(db: Database, ids: readonly string[]): Promise<number> {
  const { rows } = await db.execute(sql`
    update invitations set revoked_on = now(), due_on = null
    where invitation_id = any(${idArray(ids)}) and accepted_on is null and revoked_on is null
    returning true`);
  return rows.length;
}
