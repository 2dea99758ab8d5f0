import { intlLocale } from "../../lib/format/intl-locale";
import type { Language } from "../../lib/preferences/preferences";
import { textsOf } from "../core/language";
import type { Mail } from "./mail";
import { oneLine } from "./message";
import { type MailLook, pageMail } from "./page";

interface PasswordResetMail {
  id: string;
  to: string;
  language: Language;
  /** IANA name. */
  timeZone: string;
  organisation: string;
  look: MailLook;
  userName: string;
  link: string;
  expiresOn: Date;
}

/** The e-mail with the link that sets a forgotten password, in the language of the request (AU-13). */
export function passwordResetMail({
  id,
  to,
  language,
  timeZone,
  link,
  look,
  ...given
}: PasswordResetMail): Mail {
  const organisation = oneLine(given.organisation).slice(0, 100);
  const values = {
    organisation,
    userName: given.userName,
    when: new Intl.DateTimeFormat(intlLocale(language), { timeStyle: "short", timeZone }).format(
      given.expiresOn,
    ),
    zone: timeZone,
  };
  const say = (key: string) => textsOf(language).mail(`passwordReset.${key}`, values) ?? "";
  const title = say("subject");
  const paragraphs = [say("asked")];
  const notes = [say("lifetime"), say("unexpected")];
  const action = { label: say("action"), link };
  return pageMail({ id, to, language, title, organisation, paragraphs, action, notes, look });
}
