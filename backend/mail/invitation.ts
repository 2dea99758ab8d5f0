import { intlLocale } from "../../lib/format/intl-locale";
import type { Language } from "../../lib/preferences/preferences";
import { textsOf } from "../core/language";
import type { Mail } from "./mail";
import { oneLine } from "./message";
import { type MailLook, pageMail } from "./page";

interface InvitationMail {
  id: string;
  to: string;
  language: Language;
  /** IANA name. */
  timeZone: string;
  /** The name of the organisation, else of its tenant, or of the product if there is only one. */
  organisation: string;
  look: MailLook;
  inviter: string;
  link: string;
  expiresOn: Date;
}

/** The invitation e-mail, in the inviter's language (US-02). */
export function invitationMail({
  id,
  to,
  language,
  timeZone,
  link,
  expiresOn,
  look,
  ...names
}: InvitationMail): Mail {
  const values = {
    // Names are user input: limited to the usual length.
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
  const action = { label: say("action"), link };
  return pageMail({
    id,
    to,
    language,
    title,
    organisation: values.organisation,
    paragraphs,
    action,
    notes,
    look,
  });
}
