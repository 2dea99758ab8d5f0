import { randomUUID } from "node:crypto";
import { isLanguage } from "../../lib/i18n/language";
import { isTimeZone } from "../../lib/preferences/time-zone";
import { sql } from "../database/sql";
import { inTenant } from "../database/transaction";
import type { RequestFacts } from "../endpoint/route";
import { type AccountNotice, noticeMail } from "../mail/notice";
import { appearanceOf, organisationName } from "../organisation/appearance";

type Values = Record<string, string>;
type Facts = Pick<RequestFacts, "connection" | "config" | "mailer" | "tenant" | "language" | "timeZone">;

/**
 * Notifies a user by e-mail, if they have an address, in their language. The history has it too, so a mail server that is
 * away neither delays nor fails the call.
 */
export function sendAccountNotice(
  facts: Facts,
  userId: string,
  notice: AccountNotice,
  values: Values = {},
): void {
  void send(facts, userId, notice, values).catch(() => undefined);
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
  if (!person?.email) return;
  const appearance = await appearanceOf(connection, tenant.tenantId);
  await mailer.send(
    noticeMail({
      id: randomUUID(),
      to: person.email,
      language: person.language && isLanguage(person.language) ? person.language : language,
      timeZone: person.timeZone && isTimeZone(person.timeZone) ? person.timeZone : timeZone,
      notice,
      organisation: organisationName(config, tenant.name, appearance),
      look: { theme: appearance.theme },
      values: { left: person.left, ...values },
    }),
  );
}
