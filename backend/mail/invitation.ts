import { intlLocale } from "../../lib/format/intl-locale";
import type { Language } from "../../lib/preferences/preferences";
import { textsOf } from "../http/language";
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

interface HtmlMail {
  language: Language;
  title: string;
  paragraphs: readonly string[];
  action: { label: string; link: string };
  /** Below the button, in smaller type. */
  notes: readonly string[];
}

/** A mail as a page: one column, one button, no picture and nothing that has to be fetched. Every text is escaped. */
function htmlPage({ language, title, paragraphs, action, notes }: HtmlMail): string {
  const link = escapeHtml(action.link);
  const small = notes
    .map(
      (note) =>
        `<p style="margin:0 0 8px;font-size:12px;line-height:18px;color:#6b7280">${escapeHtml(note)}</p>`,
    )
    .join("\n");
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 12px;font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:14px;line-height:22px">
<div style="max-width:480px;margin:0 auto">
<h1 style="margin:0 0 16px;font-size:18px;line-height:26px">${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join("\n")}
<p style="margin:0 0 16px"><a href="${link}" style="display:inline-block;padding:9px 16px;border-radius:6px;background:#1d4ed8;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:12px;line-height:18px;word-break:break-all"><a href="${link}">${link}</a></p>
${small}
</div>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
