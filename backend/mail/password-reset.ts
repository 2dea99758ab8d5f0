import { intlLocale } from "../../lib/format/intl-locale";
import type { Language } from "../../lib/preferences/preferences";
import { textsOf } from "../core/language";
import type { Mail } from "./mail";
import { oneLine } from "./message";
import { htmlPage, type MailLook } from "./page";

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
  return {
    id,
    to,
    language,
    subject: title,
    text: [...paragraphs, link, ...notes].join("\n\n").concat("\n"),
    html: htmlPage({
      language,
      title,
      organisation,
      paragraphs,
      action: { label: say("action"), link },
      notes,
      look,
    }),
    logo: look.logo,
  };
}
