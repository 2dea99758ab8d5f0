import type { Language } from "../../lib/preferences/preferences";
import { tokensOf } from "../../lib/theme/palette";
import { systemThemes } from "../../lib/theme/system-themes";
import type { Mail } from "./mail";

/** The appearance of an organisation's mails. */
export interface MailLook {
  /** A WebP. */
  logo?: Uint8Array;
  theme: { primary: string; accent: string } | null;
}

interface PageMail {
  id: string;
  to: string;
  language: Language;
  title: string;
  organisation: string;
  paragraphs: readonly string[];
  action?: { label: string; link: string };
  /** Below the button, in smaller type. */
  notes: readonly string[];
  look: MailLook;
}

/** A mail as plain text, and as a page with the same texts. */
export function pageMail(page: PageMail): Mail {
  const { id, to, language, title, paragraphs, action, notes, look } = page;
  const parts = [...paragraphs, ...(action ? [action.link] : []), ...notes];
  const text = `${parts.join("\n\n")}\n`;
  return { id, to, language, subject: title, text, html: htmlPage(page), logo: look.logo };
}

/** One column, at most one button, an optional logo, and no external resources. Escapes every text. */
function htmlPage({ language, title, organisation, paragraphs, action, notes, look }: PageMail): string {
  const { primary, "on-primary": onPrimary } = tokensOf({
    ...(look.theme ?? systemThemes.light),
    isDark: false,
  });
  const logo = look.logo
    ? `<p style="margin:0 0 16px"><img src="cid:logo" alt="${escapeHtml(organisation)}" style="max-height:48px;max-width:192px;border:0"></p>\n`
    : "";
  const link = escapeHtml(action?.link ?? "");
  const button = action
    ? `<p style="margin:0 0 16px"><a href="${link}" style="display:inline-block;padding:9px 16px;border-radius:6px;background:${primary};color:${onPrimary};font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font-size:12px;line-height:18px;word-break:break-all"><a href="${link}">${link}</a></p>
`
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
${button}${small}
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
