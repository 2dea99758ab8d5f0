import { intlLocale } from "../../lib/format/intl-locale";
import type { Language } from "../../lib/preferences/preferences";
import { textsOf } from "../http/language";
import { htmlPage } from "./html";
import type { Mail } from "./mail";
import { oneLine } from "./message";

interface InvitationMail {
  id: string;
  to: string;
  language: Language;
  /** IANA name. */
  timeZone: string;
  /** The organisation's name, or the product's where there is only one. */
  organisation: string;
  inviter: string;
  link: string;
  expiresOn: Date;
}

/** The e-mail that invites somebody, in the language of whoever invites (US-02). */
export function invitationMail({
  id,
  to,
  language,
  timeZone,
  link,
  expiresOn,
  ...names
}: InvitationMail): Mail {
  const values = {
    // A name is what people make of it: no more of it than a name is long.
    inviter: oneLine(names.inviter).slice(0, 100),
    organisation: oneLine(names.organisation).slice(0, 100),
    when: new Intl.DateTimeFormat(intlLocale(language), {
      dateStyle: "long",
      timeStyle: "short",
      timeZone,
    }).format(expiresOn),
    zone: timeZone,
  };
  const say = (key: string) => textsOf(language).mail(`invitation.${key}`, values) ?? "";
  const title = say("subject");
  const paragraphs = [say("invited"), say("next")];
  const notes = [say("lifetime"), say("unexpected")];
  return {
    id,
    to,
    language,
    subject: title,
    text: [...paragraphs, link, ...notes].join("\n\n").concat("\n"),
    html: htmlPage({ language, title, paragraphs, action: { label: say("action"), link }, notes }),
  };
}
