import { fold } from "../../../lib/format/fold";
import { isLanguage } from "../../../lib/i18n/language";
import { linkAddress, makeLink } from "../../access/link";
import { hasOneEmail, storeLink } from "../../access/password-links";
import { refuseWithoutPasswords } from "../../access/password-mode";
import { recordFailure, refuseWhileThrottled, type Subjects } from "../../access/sign-in-throttle";
import { readPicture } from "../../attachments/avatars";
import { forbidden } from "../../core/errors";
import { networkOf } from "../../core/network";
import { sql } from "../../database/sql";
import type { Connection, Database } from "../../database/transaction";
import type { PublicContext, SharedServices } from "../../endpoint/route";
import { MailError } from "../../mail/mail";
import { passwordResetMail } from "../../mail/password-reset";
import { isActiveMember } from "../../members/active";
import { appearanceOf, organisationName } from "../../organisation/appearance";

/**
 * Stores a request for a link and sends it after the response, so that neither the response nor its time reveals whether
 * there is an account.
 * @throws {RequestError} 403 without passwords or a mail server, 429 after too many for the name or address
 */
export async function requestReset(context: PublicContext, typedName: string): Promise<null> {
  const { config, connection, tenant, address, language, timeZone = "UTC" } = context;
  refuseWithoutPasswords(context);
  if (!config.smtpUrl) throw forbidden("resetWithoutMail");
  const name = fold(typedName).slice(0, 150);
  const subjects = subjectsOfAddress(address, `reset:${tenant.tenantId}:${name}`);
  await connection.transaction("hub_auth", async (db) => {
    await refuseWhileThrottled(db, subjects);
    await recordFailure(db, subjects);
    await db.execute(sql`
      insert into password_reset_requests (tenant_id, typed_name, language, time_zone)
      values (${tenant.tenantId}, ${typedName}, ${language}, ${timeZone})`);
  });
  // Requests that fail here are sent by the next of the regular runs, which logs failures.
  void sendDueResets(context, () => undefined).catch(() => undefined);
  return null;
}

/** Subjects that throttle an address, and the given ones. */
export function subjectsOfAddress(address: string, ...named: string[]): Subjects {
  const all = [...named, `reset-address:${networkOf(address)}`];
  return { waiting: all, counted: all };
}

type MailServices = Pick<SharedServices, "connection" | "config" | "mailer" | "files">;

interface Request extends Record<string, unknown> {
  requestId: string;
  tenantId: string;
  typedName: string;
  language: string;
  timeZone: string;
}

/**
 * Sends the links of stored requests, each by one of several processes; retries for half an hour.
 * @param onFailure called for each e-mail that the server does not accept
 */
export async function sendDueResets(
  services: MailServices,
  onFailure: (error: MailError) => void,
): Promise<void> {
  const { connection } = services;
  for (let request = await claimOne(connection); request; request = await claimOne(connection))
    try {
      for (const account of await findAccounts(connection, request))
        await deliver(services, request, account);
      await removeRequest(connection, request);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      onFailure(error);
      if (error.isRefused) await removeRequest(connection, request);
    }
}

async function claimOne(connection: Connection): Promise<Request | undefined> {
  const { rows } = await connection.transaction("hub_auth", (db) =>
    db.execute<Request>(sql`
      update password_reset_requests set claimed_until = now() + interval '1 minute'
      where request_id in (
        select request_id from password_reset_requests
        where claimed_until <= now() and requested_on > now() - interval '30 minutes'
        order by request_id limit 1 for update skip locked)
      returning request_id as "requestId", tenant_id as "tenantId", typed_name as "typedName", language,
        time_zone as "timeZone"`),
  );
  return rows[0];
}

async function removeRequest(connection: Connection, { requestId }: Request): Promise<void> {
  await connection.transaction("hub_auth", (db) =>
    db.execute(sql`delete from password_reset_requests where request_id = ${requestId}`),
  );
}

interface Account extends Record<string, unknown> {
  userId: string;
  userName: string;
  email: string;
  tenantName: string;
  identifier: string;
}

/** Links sent to one person per hour. */
const maxPerHour = 3;
/** People who share an e-mail address. */
const maxAccounts = 5;

/**
 * The accounts that a request means, by user name or e-mail address. An account of several tenants has the same address
 * in each: otherwise the administrators of one could send themselves a link into the others.
 */
async function findAccounts(connection: Connection, { tenantId, typedName }: Request): Promise<Account[]> {
  const { rows } = await connection.transaction("hub_auth", (db) =>
    db.execute<Account>(sql`
      select u.user_id as "userId", a.user_name as "userName", u.email, t.name as "tenantName", t.identifier
      from users u join accounts a on a.user_id = u.user_id join tenants t on t.tenant_id = u.tenant_id
      where u.tenant_id = ${tenantId} and ${isActiveMember("u")} and a.archived_on is null and u.email <> ''
        and t.is_active and t.archived_on is null
        and (lower(u.user_name) = lower(${typedName}) or u.email_sort = fold(${typedName}) and lower(u.email) = lower(${typedName}))
        and ${hasOneEmail}
        and (select count(*) from password_reset_links l where l.user_id = u.user_id and l.email is not null
          and l.created_on > now() - interval '1 hour') < ${maxPerHour}
      order by u.user_id limit ${maxAccounts}`),
  );
  return rows;
}

/** @throws {MailError} when the server did not accept it; the link is removed again */
async function deliver(
  { connection, config, mailer, files }: MailServices,
  { requestId, tenantId, language, timeZone }: Request,
  { userId, userName, email, tenantName, identifier }: Account,
): Promise<void> {
  const link = makeLink();
  const asAuth = (work: (db: Database) => Promise<unknown>) => connection.transaction("hub_auth", work);
  await asAuth((db) => storeLink(db, { tenantId, userId, email }, link));
  try {
    const appearance = await appearanceOf(connection, tenantId);
    const logo = appearance.logo ? await readPicture(files, tenantId, appearance.logo) : undefined;
    await mailer.send(
      passwordResetMail({
        id: `${requestId}.${userId}`,
        to: email,
        language: isLanguage(language) ? language : "en",
        timeZone,
        organisation: organisationName(config, tenantName, appearance),
        look: { logo, theme: appearance.theme },
        userName,
        link: linkAddress(config, identifier, "password-reset", link.token),
        expiresOn: new Date(Date.now() + lifetime),
      }),
    );
  } catch (error) {
    await asAuth((db) => db.execute(sql`delete from password_reset_links where link_hash = ${link.hash}`));
    throw error;
  }
}

/** Milliseconds, as in the table's default. */
const lifetime = 30 * 60 * 1000;
