import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface ReadMail {
  /** By name in lower case, unfolded. */
  headers: ReadonlyMap<string, string>;
  text: string;
  html: string;
  raw: string;
}

/** Parses a written or sent mail, as far as tests need (RFC 5322, RFC 2045 to 2047). */
export function parseMail(raw: string): ReadMail {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get("content-type") ?? "")?.[1];
  const parts = boundary ? body.split(`--${boundary}`).slice(1, -1).map(split) : [{ headers, body }];
  const part = (type: string) => {
    const found = parts.find((one) => one.headers.get("content-type")?.startsWith(type));
    return found ? decodeBody(found.body, found.headers.get("content-transfer-encoding") ?? "") : "";
  };
  return { headers, text: part("text/plain"), html: part("text/html"), raw };
}

/** The mails in an outbox, oldest first. */
export function mailsIn(folder: string): ReadMail[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .map((name) => parseMail(readFileSync(join(folder, name), "utf8")));
}

/** The last mail in an outbox to an address. */
export function lastMailTo(folder: string, address: string): ReadMail {
  const mail = mailsIn(folder).findLast(({ headers }) => headers.get("to")?.includes(address));
  if (!mail) throw new Error(`No mail to ${address}.`);
  return mail;
}

/** The only link in the text of a mail. */
export function linkIn({ text }: ReadMail): string {
  const [link, ...more] = text.match(/https?:\/\/\S+/g) ?? [];
  if (!link || more.length > 0) throw new Error(`Not one link in: ${text}`);
  return link;
}

function split(text: string) {
  const [head = "", ...rest] = text.replaceAll("\r\n", "\n").replace(/^\n+/, "").split("\n\n");
  const lines = head.replace(/\n[ \t]+/g, " ").split("\n");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const;
    }),
  );
  return { headers, body: rest.join("\n\n") };
}

function decodeBody(body: string, encoding: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(body, "base64").toString("utf8");
  if (!/quoted-printable/i.test(encoding)) return body;
  return quotedPrintable(body.replace(/=\n/g, ""));
}

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString("utf8")
        : quotedPrintable(text.replaceAll("_", " ")),
    );
}
