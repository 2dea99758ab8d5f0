import { isLanguage } from "../../../lib/i18n/language";
import { type Link, linkAddress, makeLink } from "../../access/link";
import { readPicture } from "../../attachments/avatars";
import type { Config } from "../../config/config";
import { sql } from "../../database/sql";
import type { Connection, Database } from "../../database/transaction";
import type { FileStore } from "../../files/store";
import { invitationMail } from "../../mail/invitation";
import { MailError, type Mailer } from "../../mail/mail";
import { appearanceOf, organisationName } from "../../organisation/appearance";
import { claimSeconds } from "./queries";

export interface MailServices {
  connection: Connection;
  config: Config;
  mailer: Mailer;
  files: FileStore;
}

interface InvitationKey {
  tenantId: string;
  invitationId: string;
}

interface Due extends Record<string, unknown> {
  email: string;
  language: string;
  timeZone: string;
  expiresOn: string;
  dueOn: string;
  inviter: string;
  tenantName: string;
  identifier: string;
}

/**
 * Sends the e-mail of a due invitation with a new link, and invalidates the links of earlier e-mails. Stores the link
 * before sending, so that no delivered link is invalid.
 * @throws {MailError} when the server did not accept it; the invitation is still due, and the link is removed again
 */
export async function deliver(
  { connection, config, mailer, files }: MailServices,
  which: InvitationKey,
): Promise<void> {
  const link = makeLink();
  const due = await connection.transaction("hub_auth", (db) => prepare(db, which, link));
  if (!due) return;
  try {
    const appearance = await appearanceOf(connection, which.tenantId);
    const logo = appearance.logo ? await readPicture(files, which.tenantId, appearance.logo) : undefined;
    await mailer.send(
      invitationMail({
        id: `${which.invitationId}.${Date.parse(due.dueOn)}`,
        to: due.email,
        language: isLanguage(due.language) ? due.language : "en",
        timeZone: due.timeZone,
        organisation: organisationName(config, due.tenantName, appearance),
        look: { logo, theme: appearance.theme },
        inviter: due.inviter,
        link: linkAddress(config, due.identifier, "invitation", link.token),
        expiresOn: new Date(due.expiresOn),
      }),
    );
  } catch (error) {
    await connection.transaction("hub_auth", (db) =>
      db.execute(sql`delete from invitation_links where link_hash = ${link.hash}`),
    );
    throw error;
  }
  await connection.transaction("hub_auth", async (db) => {
    await db.execute(sql`
      update invitation_links set replaced_on = now() where tenant_id = ${which.tenantId}
        and invitation_id = ${which.invitationId} and replaced_on is null and created_on < ${due.dueOn}::timestamptz
        and link_hash <> ${link.hash}`);
    await db.execute(sql`
      update invitations set sent_on = now(), due_on = null, claimed_until = null
      where tenant_id = ${which.tenantId} and invitation_id = ${which.invitationId} and due_on = ${due.dueOn}::timestamptz`);
  });
}

/** Stores a link of an invitation, in addition to that of an e-mail in the outbox: using either ends both. */
export async function storeLink(
  connection: Connection,
  { tenantId, invitationId }: InvitationKey,
  { hash }: Link,
): Promise<void> {
  await connection.transaction("hub_auth", async (db) => {
    await db.execute(sql`
      insert into invitation_links (link_hash, tenant_id, invitation_id) values (${hash}, ${tenantId}, ${invitationId})`);
    await db.execute(sql`update invitations set sent_on = now()
      where tenant_id = ${tenantId} and invitation_id = ${invitationId}`);
  });
}

async function prepare(
  db: Database,
  { tenantId, invitationId }: InvitationKey,
  link: Link,
): Promise<Due | undefined> {
  const { rows } = await db.execute<Due>(sql`
    select i.email, i.language, i.time_zone as "timeZone", iso_instant(i.expires_on) as "expiresOn", iso_instant(i.due_on) as "dueOn",
      i.invited_by_name as inviter, t.name as "tenantName", t.identifier
    from invitations i join tenants t using (tenant_id)
    where i.tenant_id = ${tenantId} and i.invitation_id = ${invitationId} and i.due_on is not null
      and i.accepted_on is null and i.revoked_on is null and t.is_active and t.archived_on is null`);
  const [due] = rows;
  if (due)
    await db.execute(sql`
      insert into invitation_links (link_hash, tenant_id, invitation_id) values (${link.hash}, ${tenantId}, ${invitationId})`);
  return due;
}

/** Attempts before an e-mail is abandoned; with growing delays, the last after about a day. */
export const maxAttempts = 11;

/**
 * Sends invitations left by processes that ended. Of several processes one sends each. E-mails that the server rejects
 * are retried with growing delays, and show as unsent until a user sends them again or revokes them.
 * @param onFailure called for each rejected e-mail
 */
export async function sendDueInvitations(
  post: MailServices,
  onFailure: (error: MailError) => void,
): Promise<void> {
  for (let which = await claimOne(post.connection); which; which = await claimOne(post.connection))
    try {
      await deliver(post, which);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      onFailure(error);
      if (error.isRefused) await giveUp(post.connection, which);
    }
}

async function claimOne(connection: Connection): Promise<InvitationKey | undefined> {
  const { rows } = await connection.transaction("hub_auth", (db) =>
    db.execute<InvitationKey & Record<string, unknown>>(sql`
      update invitations set attempts = attempts + 1,
        claimed_until = now() + make_interval(secs => ${claimSeconds}::integer * power(2, attempts))
      where (tenant_id, invitation_id) in (
        select tenant_id, invitation_id from invitations
        where due_on is not null and claimed_until < now() and attempts < ${maxAttempts}
          and accepted_on is null and revoked_on is null
        order by claimed_until limit 1 for update skip locked)
      returning tenant_id as "tenantId", invitation_id as "invitationId"`),
  );
  return rows[0];
}

async function giveUp(connection: Connection, { tenantId, invitationId }: InvitationKey): Promise<void> {
  await connection.transaction("hub_auth", (db) =>
    db.execute(sql`
      update invitations set due_on = null where tenant_id = ${tenantId} and invitation_id = ${invitationId}`),
  );
}
