import { intlLocale } from "../../lib/format/intl-locale";
import type { Language } from "../../lib/preferences/preferences";
import { textsOf } from "../core/language";
import type { Mail } from "./mail";
import { oneLine } from "./message";
import { type MailLook, pageMail } from "./page";

/** What every mail of an organisation has. */
export interface Envelope {
  id: string;
  to: string;
  language: Language;
  /** IANA name. */
  timeZone: string;
  /** The name of the organisation, else of its tenant, or of the product if there is only one. */
  organisation: string;
  look: MailLook;
}

interface Content {
  /** Values of the texts besides `organisation`, `when` and `zone`. */
  values: Readonly<Record<string, string | number>>;
  /** The moment `when`; without a style, only its time. */
  at: Date;
  dateStyle?: "long";
  /** Target of the button. */
  link?: string;
  /** Keys of the texts. */
  paragraphs: readonly string[];
  notes: readonly string[];
}

/** Names are user input: limited to the usual length. */
export const shortName = (name: string) => oneLine(name).slice(0, 100);

/** A mail with the texts of one kind, such as `invitation`. */
export function composeMail(
  { timeZone, ...envelope }: Envelope,
  kind: string,
  { values, at, dateStyle, link, paragraphs, notes }: Content,
): Mail {
  const organisation = shortName(envelope.organisation);
  const { language } = envelope;
  const when = new Intl.DateTimeFormat(intlLocale(language), { dateStyle, timeStyle: "short", timeZone });
  const all = { ...values, organisation, when: when.format(at), zone: timeZone };
  const say = (key: string) => textsOf(language).mail(`${kind}.${key}`, all) ?? "";
  return pageMail({
    ...envelope,
    organisation,
    title: say("subject"),
    paragraphs: paragraphs.map(say),
    ...(link !== undefined && { action: { label: say("action"), link } }),
    notes: notes.map(say),
  });
}
