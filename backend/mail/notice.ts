import type { Language } from "../../lib/preferences/preferences";
import { textsOf } from "../core/language";
import type { Mail } from "./mail";
import { oneLine } from "./message";
import { type MailLook, pageMail } from "./page";

/** Events of an account that its owner is told of by e-mail: each may be the only sign of a stranger. */
export type AccountNotice = "recoveryCodeUsed" | "secondFactorsReset";

interface NoticeMail {
  id: string;
  to: string;
  language: Language;
  notice: AccountNotice;
  organisation: string;
  look: MailLook;
  values: Record<string, string | number>;
}

/** Tells the owner of an account of a change to it (AU-11). */
export function noticeMail({ id, to, language, notice, organisation, look, values }: NoticeMail): Mail {
  const name = oneLine(organisation).slice(0, 100);
  const say = (key: string) => textsOf(language).mail(key, { ...values, organisation: name }) ?? "";
  const title = say(`${notice}.subject`);
  const paragraphs = [say(`${notice}.text`), say(`${notice}.unexpected`)];
  return pageMail({ id, to, language, title, organisation: name, paragraphs, notes: [], look });
}
