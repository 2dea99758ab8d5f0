import { randomUUID } from "node:crypto";
import { isLanguage } from "../../lib/i18n/language";
import { isTimeZone } from "../../lib/preferences/time-zone";
import { sql } from "../database/sql";
import { inTenant } from "../database/transaction";
import type { RequestFacts, SharedServices } from "../endpoint/route";
import { shortName } from "../mail/compose";
import { MailError } from "../mail/mail";
import { type AccountNotice, noticeMail } from "../mail/notice";
import { appearanceOf, organisationName } from "../organisation/appearance";

type Values = Record<string, string>;
type Facts = Pick<RequestFacts, "connection" | "config" | "mailer" | "tenant" | "language" | "timeZone">;

/**
 * Notifies a user by e-mail, if they have an address, in their language. The history has it too, so a mail server that is
 * away neither delays nor fails the call.
 */
export function sendUserNotice(
  facts: Facts,
  userId: string,
  notice: AccountNotice,
  values: Values = {},
): void {
  void send(facts, userId, notice, values).catch(() => undefined);
}

/** Notifies the user, and the account's addresses in other tenants: one tenant's address may be a stranger's. */
export function sendAccountNotice(
  facts: Facts,
  userId: string,
  notice: AccountNotice,
  values: Values = {},
): void {
  sendUserNotice(facts, userId, notice, values);
  void sendElsewhere(facts, userId, notice, values).catch(() => undefined);
}

/** Notifies the addresses of an account's other tenants that it has joined this one. */
export function sendJoinNotices(facts: Facts, userId: string): void {
  const sendJoined = async () => {
    const { connection, config, tenant } = facts;
    const joined = organisationName(config, tenant.name, await appearanceOf(connection, tenant.tenantId));
    await sendElsewhere(facts, userId, "joined", { joined: shortName(joined) });
  };
  void sendJoined().catch(() => undefined);
}

/** Sends a notice to each other address of the account, in the name of a tenant that has it. */
async function sendElsewhere(
  facts: Facts,
  userId: string,
  notice: AccountNotice,
  values: Values,
): Promise<void> {
  const { connection, tenant } = facts;
  const { rows } = await connection.transaction("hub_auth", (db) =>
    db.execute<Facts["tenant"] & Record<string, unknown>>(sql`
      select distinct on (lower(u.email)) t.tenant_id as "tenantId", t.identifier, t.name
      from users u join tenants t on t.tenant_id = u.tenant_id
      where u.user_id = ${userId} and u.tenant_id <> ${tenant.tenantId} and u.email <> ''
        and u.archived_on is null and t.archived_on is null
        and not exists (select from users h where h.tenant_id = ${tenant.tenantId} and h.user_id = u.user_id
          and lower(h.email) = lower(u.email))
      order by lower(u.email), t.tenant_id`),
  );
  for (const other of rows) sendUserNotice({ ...facts, tenant: other }, userId, notice, values);
}

type Services = Pick<SharedServices, "connection" | "config" | "mailer">;

interface DueNotice extends Record<string, unknown> {
  noticeId: string;
  notice: "emailChanged" | "userNameChanged";
  email: string;
  name: string;
  userId: string;
  userName: string;
  tenantId: string;
  tenantName: string;
  identifier: string;
}

/**
 * Sends the stored notices of changed e-mail addresses and user names to the earlier addresses, each by one of several
 * processes; retries for a day.
 * @param onFailure called for each e-mail that the server does not accept
 */
export async function sendDueNotices(
  services: Services,
  onFailure: (error: MailError) => void = () => undefined,
): Promise<void> {
  const { connection } = services;
  if (sending.has(connection)) return;
  sending.add(connection);
  try {
    await sendEach(services, onFailure);
  } finally {
    sending.delete(connection);
  }
}

/** Databases whose notices this process is sending: an import stores many at once. */
const sending = new WeakSet<Services["connection"]>();

/** A run ends after as many failures in a row: a mail server that is away would fail the thousands of an import. */
const maxFailures = 10;

async function sendEach(services: Services, onFailure: (error: MailError) => void): Promise<void> {
  const { connection } = services;
  let failures = 0;
  while (failures < maxFailures) {
    const due = await claimOne(connection);
    if (!due) return;
    const { noticeId, notice, userId, userName, email, name } = due;
    const tenant = { tenantId: due.tenantId, identifier: due.identifier, name: due.tenantName };
    try {
      await send({ ...services, tenant, language: "en" }, userId, notice, { name, userName }, email);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      onFailure(error);
      failures += 1;
      if (!error.isRefused) continue;
    }
    failures = 0;
    await connection.transaction("hub_auth", (db) =>
      db.execute(sql`delete from account_notices where notice_id = ${noticeId}`),
    );
  }
}

async function claimOne(connection: Services["connection"]): Promise<DueNotice | undefined> {
  const { rows } = await connection.transaction("hub_auth", (db) =>
    db.execute<DueNotice>(sql`
      update account_notices n set claimed_until = now() + interval '5 minutes'
      from users u, tenants t
      where u.tenant_id = n.tenant_id and u.user_id = n.user_id and t.tenant_id = n.tenant_id and n.notice_id in (
        select notice_id from account_notices where claimed_until <= now()
          and changed_on > now() - interval '1 day' order by notice_id limit 1 for update skip locked)
      returning n.notice_id as "noticeId", n.notice, n.email, n.changed_by_name as name, n.user_id as "userId",
        u.user_name as "userName", n.tenant_id as "tenantId", t.name as "tenantName", t.identifier`),
  );
  return rows[0];
}

interface Person extends Record<string, unknown> {
  email: string;
  language: string | null;
  timeZone: string | null;
  left: number;
}

async function send(
  { connection, config, mailer, tenant, language, timeZone = "UTC" }: Facts,
  userId: string,
  notice: AccountNotice,
  values: Values,
  address?: string,
) {
  const person = await inTenant(connection, tenant.tenantId, undefined, async (db) => {
    const { rows } = await db.execute<Person>(sql`
      select u.email, s.setting_value as language, z.setting_value as "timeZone", f.recovery_codes_left as left from users u
        left join user_settings s on s.user_id = u.user_id and s.setting_name = 'languageSymbol'
        left join user_settings z on z.user_id = u.user_id and z.setting_name = 'timezone'
        left join second_factors_of(u.user_id) f on true
      where u.user_id = ${userId}`);
    return rows[0];
  });
  const to = address ?? person?.email;
  if (!person || !to) return;
  const appearance = await appearanceOf(connection, tenant.tenantId);
  await mailer.send(
    noticeMail({
      id: randomUUID(),
      to,
      language: person.language && isLanguage(person.language) ? person.language : language,
      timeZone: person.timeZone && isTimeZone(person.timeZone) ? person.timeZone : timeZone,
      notice,
      organisation: organisationName(config, tenant.name, appearance),
      look: { theme: appearance.theme },
      values: { left: person.left, ...values },
    }),
  );
}
