import { intlLocale } from "../../lib/format/intl-locale";
import type { Language } from "../../lib/preferences/preferences";
import { textsOf } from "../core/language";
import type { Mail } from "./mail";
import { oneLine } from "./message";
import { type MailLook, pageMail } from "./page";

/** Events of an account that its owner gets an e-mail about; each may be the only sign of a stranger. */
export type AccountNotice =
  | "recoveryCodeUsed"
  | "secondFactorsReset"
  | "totpAdded"
  | "passkeyAdded"
  | "secondFactorRemoved"
  | "recoveryCodesRenewed"
  | "emailChanged"
  | "userNameChanged"
  | "passwordChanged"
  | "passwordWasReset"
  | "newDevice";

interface NoticeMail {
  id: string;
  to: string;
  language: Language;
  /** IANA name. */
  timeZone: string;
  notice: AccountNotice;
  organisation: string;
  look: MailLook;
  /** A `link` becomes the mail's button. */
  values: Record<string, string | number>;
}

/** Notifies the owner of an account of a change to it, or of a sign-in (AU-11, AU-14). */
export function noticeMail({
  id,
  to,
  language,
  timeZone,
  notice,
  organisation,
  look,
  values,
}: NoticeMail): Mail {
  const name = oneLine(organisation).slice(0, 100);
  const { link, ...given } = values;
  const when = new Intl.DateTimeFormat(intlLocale(language), {
    dateStyle: "long",
    timeStyle: "short",
    timeZone,
  }).format(new Date());
  const say = (key: string) =>
    textsOf(language).mail(`${notice}.${key}`, { ...given, when, zone: timeZone, organisation: name }) ?? "";
  const isLinked = typeof link === "string";
  return pageMail({
    id,
    to,
    language,
    title: say("subject"),
    organisation: name,
    paragraphs: [say("text"), say(isLinked ? "linked" : "unexpected")],
    ...(isLinked && { action: { label: say("action"), link } }),
    notes: isLinked ? [say("lifetime")] : [],
    look,
  });
}
