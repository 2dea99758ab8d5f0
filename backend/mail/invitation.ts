import { intlLocale } from "../../lib/format/intl-locale";
import type { Language } from "../../lib/preferences/preferences";
import { tokensOf } from "../../lib/theme/palette";
import { systemThemes } from "../../lib/theme/system-themes";
import { textsOf } from "../core/language";
import type { Mail } from "./mail";
import { oneLine } from "./message";

/** The appearance of an organisation's mails. */
export interface MailLook {
  /** A WebP. */
  logo?: Uint8Array;
  theme: { primary: string; accent: string } | null;
}

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
  return {
    id,
    to,
    language,
    subject: title,
    text: [...paragraphs, link, ...notes].join("\n\n").concat("\n"),
    html: htmlPage({
      language,
      title,
      organisation: values.organisation,
      paragraphs,
      action: { label: say("action"), link },
      notes,
      look,
    }),
    logo: look.logo,
  };
}

interface HtmlMail {
  language: Language;
  title: string;
  organisation: string;
  paragraphs: readonly string[];
  action: { label: string; link: string };
  /** Below the button, in smaller type. */
  notes: readonly string[];
  look: MailLook;
}

/**
 * Renders a mail as a page: one column, one button, an optional logo, and no external resources. Escapes every text.
 */
function htmlPage({ language, title, organisation, paragraphs, action, notes, look }: HtmlMail): string {
  const link = escapeHtml(action.link);
  const { primary, "on-primary": onPrimary } = tokensOf({
    ...(look.theme ?? systemThemes.light),
    isDark: false,
  });
  const logo = look.logo
    ? `<p style="margin:0 0 16px"><img src="cid:logo" alt="${escapeHtml(organisation)}" style="max-height:48px;max-width:192px;border:0"></p>\n`
    : "";
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
${logo}<h1 style="margin:0 0 16px;font-size:18px;line-height:26px">${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join("\n")}
<p style="margin:0 0 16px"><a href="${link}" style="display:inline-block;padding:9px 16px;border-radius:6px;background:${primary};color:${onPrimary};font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
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
