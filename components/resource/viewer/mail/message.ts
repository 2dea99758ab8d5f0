import { plainName } from "../plain-name";
import { FileProblem } from "../read-file";
import { bytesAsText } from "../text/bytes-as-text";
import { decodeAs, decodeStrictly } from "../text/code-pages";
import { textOfRtf } from "../text/rtf";
import { readCompoundFile, type Storage, type Stream } from "./compound-file";
import { unpackRtf } from "./compressed-rtf";

export interface MailAttachment {
  /** Sanitised for display. */
  name: string;
  size: number;
  /** Undefined for embedded messages and linked files. */
  content: (() => Uint8Array<ArrayBuffer>) | undefined;
}

export interface MailMessage {
  subject: string;
  /** `Ada Lovelace <ada@example.com>` */
  from: string;
  to: string[];
  cc: string[];
  /** ISO 8601; empty if not sent. */
  sentOn: string;
  /** As text, or as unsanitised HTML. */
  body: { text: string } | { html: string } | undefined;
  attachments: MailAttachment[];
}

// Property ids used here (MS-OXPROPS).
const property = {
  subject: 0x0037,
  sentOn: 0x0039,
  representedName: 0x0042,
  senderName: 0x0c1a,
  recipientType: 0x0c15,
  senderAddress: 0x0c1f,
  deliveredOn: 0x0e06,
  body: 0x1000,
  packedRtf: 0x1009,
  html: 0x1013,
  shownCc: 0x0e03,
  shownTo: 0x0e04,
  plainSubject: 0x0e1d,
  displayName: 0x3001,
  address: 0x3003,
  data: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  smtpAddress: 0x39fe,
  internetCodePage: 0x3fde,
  locale: 0x3ff1,
  codePage: 0x3ffd,
  senderSmtpAddress: 0x5d01,
  isHidden: 0x7ffe,
} as const;

const [unicode, ansi, binary] = [0x001f, 0x001e, 0x0102];

/** Parses an Outlook message (MS-OXMSG). @throws {FileProblem} if it is invalid */
export function readMessage(bytes: Uint8Array<ArrayBuffer>): MailMessage {
  try {
    const storage = readCompoundFile(bytes);
    const message = propertiesOf(storage, 32);
    const codePage = codePageOf(message);
    const text = (id: number) => message.text(id, codePage);
    const recipients = storagesOf(storage, "__recip_version1.0_").map((one) => {
      const recipient = propertiesOf(one, 8);
      const [name, smtp, address] = [property.displayName, property.smtpAddress, property.address].map((id) =>
        recipient.text(id, codePage),
      );
      return { type: recipient.number(property.recipientType), written: written(name, smtp || address) };
    });
    const ofType = (type: number) => recipients.filter((one) => one.type === type).map((one) => one.written);
    return {
      subject: text(property.subject) || text(property.plainSubject),
      from: written(
        text(property.senderName) || text(property.representedName),
        text(property.senderSmtpAddress) || text(property.senderAddress),
      ),
      to: recipients.length > 0 ? ofType(1) : shownNames(text(property.shownTo)),
      cc: recipients.length > 0 ? ofType(2) : shownNames(text(property.shownCc)),
      sentOn: message.moment(property.sentOn) || message.moment(property.deliveredOn),
      body: bodyOf(message, codePage),
      attachments: storagesOf(storage, "__attach_version1.0_").flatMap((one) => attachmentOf(one, codePage)),
    };
  } catch (error) {
    throw new FileProblem("unreadable", error);
  }
}

function bodyOf(message: Properties, codePage: number): MailMessage["body"] {
  const text = message.text(property.body, codePage);
  if (text.trim() !== "") return { text };
  const encoded = message.binary(property.html)?.read();
  const html = encoded ? decodeHtml(encoded, message, codePage) : message.text(property.html, codePage);
  if (html.trim() !== "") return { html };
  const rtf = message.binary(property.packedRtf)?.read();
  return rtf && { text: textOfRtf(unpackRtf(rtf)) };
}

/** Windows code pages by the language of a locale (MS-LCID); other languages use Windows-1252. */
const codePagesOfLanguages: Readonly<Record<number, number>> = {
  ...{ 1: 1256, 2: 1251, 4: 936, 5: 1250, 8: 1253, 13: 1255, 14: 1250, 17: 932, 18: 949 },
  ...{ 21: 1250, 24: 1250, 25: 1251, 26: 1250, 27: 1250, 28: 1250, 30: 874, 31: 1254 },
  ...{ 34: 1251, 35: 1251, 36: 1250, 37: 1257, 38: 1257, 39: 1257, 42: 1258, 47: 1251 },
};
/** Locales with another script than their language: Chinese in Taiwan, Hong Kong and Macao, Serbian in Cyrillic. */
const codePagesOfLocales: Readonly<Record<number, number>> = {
  ...{ 1028: 950, 3076: 950, 5124: 950, 3098: 1251, 7194: 1251, 10266: 1251, 12314: 1251 },
};

/** Code page of texts outside Unicode (MS-OXCMSG 2.2.1.4, MS-OXCMAIL 2.1.3.3.2); ignores the numbers of Unicode itself. */
function codePageOf(message: Properties): number {
  const locale = message.number(property.locale);
  const known = [
    message.number(property.codePage),
    message.number(property.internetCodePage),
    locale && (codePagesOfLocales[locale] ?? codePagesOfLanguages[locale & 0x3ff]),
  ];
  return known.find((page) => page && page !== 1200 && page !== 1201) ?? 1252;
}

/** Decodes by the message's code page, else by the charset in the HTML, else as UTF-8. */
function decodeHtml(bytes: Uint8Array, message: Properties, codePage: number): string {
  const start = bytesAsText(bytes.subarray(0, 2_048));
  const [, charset = ""] = /<meta[^>]+charset=["']?([\w-]{1,40})/i.exec(start) ?? [];
  const attempts = [
    () => decodeStrictly(bytes, message.number(property.internetCodePage) ?? 0),
    () => new TextDecoder(charset, { fatal: true }).decode(bytes),
    () => decodeStrictly(bytes, 65001),
  ];
  for (const attempt of attempts)
    try {
      return attempt();
    } catch {
      // Tries the next one.
    }
  return decodeAs(bytes, codePage);
}

/** Splits a line of names. */
const shownNames = (line: string) =>
  plainName(line)
    .split(";")
    .map((name) => name.trim())
    .filter(Boolean);

function attachmentOf(storage: Storage, codePage: number): MailAttachment[] {
  const attachment = propertiesOf(storage, 8);
  // Inline pictures.
  if (attachment.number(property.isHidden) === 1) return [];
  const content = attachment.binary(property.data);
  const [long, short, shown] = [property.longName, property.shortName, property.displayName].map((id) =>
    attachment.text(id, codePage),
  );
  const name = plainName(long || short || shown || "?");
  return [{ name, size: content?.size ?? 0, content: content?.read }];
}

interface Properties {
  text: (id: number, codePage: number) => string;
  number: (id: number) => number | undefined;
  /** ISO 8601, or empty. */
  moment: (id: number) => string;
  binary: (id: number) => Stream | undefined;
}

/** @param headerSize bytes before the first fixed-length property in their stream */
function propertiesOf({ streams }: Storage, headerSize: number): Properties {
  const fixed = new Map<number, DataView>();
  const bytes = streams.get("__properties_version1.0")?.read() ?? new Uint8Array();
  for (let at = headerSize; at + 16 <= bytes.length; at += 16) {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, 16);
    fixed.set(view.getUint16(2, true), view);
  }
  const stream = (id: number, type: number) =>
    streams.get(`__substg1.0_${hexadecimal(id)}${hexadecimal(type)}`);
  return {
    text(id, codePage) {
      const wide = stream(id, unicode);
      if (wide) return trimmed(new TextDecoder("utf-16le").decode(wide.read()));
      const narrow = stream(id, ansi);
      return narrow ? trimmed(decodeAs(narrow.read(), codePage)) : "";
    },
    number: (id) => fixed.get(id)?.getUint32(8, true),
    moment(id) {
      const ticks = fixed.get(id)?.getBigUint64(8, true) ?? 0n;
      if (ticks === 0n) return "";
      // Units of 100 ns since 1601.
      const moment = new Date(Number(ticks / 10_000n) - 11_644_473_600_000);
      return Number.isNaN(moment.getTime()) ? "" : moment.toISOString();
    },
    binary: (id) => stream(id, binary),
  };
}

/** In numeric order, which the file does not guarantee. */
function storagesOf({ storages }: Storage, prefix: string): Storage[] {
  return [...storages]
    .filter(([name]) => name.startsWith(prefix))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, storage]) => storage);
}

function written(name = "", address = ""): string {
  // Internal Exchange addresses are meaningless to users.
  const known = address.includes("@") ? address : "";
  return plainName(known && name !== known ? `${name} <${known}>`.trim() : name || known);
}

const trimmed = (text: string) => text.replace(/\0+$/, "");

const hexadecimal = (number: number) => number.toString(16).toUpperCase().padStart(4, "0");
