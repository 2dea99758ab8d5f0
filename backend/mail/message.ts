import { randomUUID } from "node:crypto";
import type { Mail } from "./mail";

/**
 * Converts a mail for nodemailer. Addresses are passed separately from names, so that no text is parsed as a list of
 * addresses, and headers contain no line breaks or other control characters.
 */
export function messageOf(mail: Mail, from: string) {
  const sender = addressOf(from);
  return {
    from: sender,
    to: { name: "", address: oneLine(mail.to) },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    attachments: mail.logo && [
      {
        cid: "logo",
        filename: "logo.webp",
        contentType: "image/webp",
        contentDisposition: "inline" as const,
        content: Buffer.from(mail.logo),
      },
    ],
    messageId: `<${mail.id}@${domainOf(sender.address)}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      "Content-Language": mail.language,
      "X-Auto-Response-Suppress": "All",
    },
    // A body is only text: never the content of a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Parses `Hub <hub@example.com>` or `hub@example.com`. */
export function addressOf(from: string): { name: string; address: string } {
  const [, name = "", address = from] = /^(.*?)\s*<([^<>]+)>$/.exec(from.trim()) ?? [];
  return { name: oneLine(name.replace(/^"(.*)"$/, "$1")), address: address.trim() };
}

export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

function domainOf(address: string): string {
  return address.split("@").at(-1) || randomUUID();
}
