import { fileTypeFromBuffer } from "file-type";
import { attachmentKindOf } from "../../lib/validation/attachment-files";

type Test = (head: Buffer) => boolean;

const beginsWith =
  (...bytes: number[]): Test =>
  (head) =>
    bytes.every((byte, index) => head[index] === byte);
const text = (value: string, at = 0): Test => {
  const bytes = Buffer.from(value, "latin1");
  return (head) => head.subarray(at, at + bytes.length).equals(bytes);
};
const either =
  (...tests: Test[]): Test =>
  (head) =>
    tests.some((test) => test(head));

/** What older Office programs, Visio and Outlook write. */
const compound = beginsWith(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
const zip = either(text("PK\x03\x04"), text("PK\x05\x06"));
const rtf = text("{\\rtf");
/** Protected ones are compound files, whatever they are called. */
const office = either(zip, compound, rtf);
/** Excel before compound files. */
const oldSheet: Test = (head) => head[0] === 0x09 && [0, 2, 4, 8].includes(head[1] ?? -1);

/** Text of any encoding: zeros only where a mark at its beginning says that they belong there. */
const plain: Test = (head) =>
  !head.includes(0) || beginsWith(0xff, 0xfe)(head) || beginsWith(0xfe, 0xff)(head);

const byExtension: Readonly<Record<string, Test>> = {
  jpg: beginsWith(0xff, 0xd8, 0xff),
  jpeg: beginsWith(0xff, 0xd8, 0xff),
  png: text("\x89PNG\r\n\x1a\n"),
  gif: text("GIF8"),
  bmp: text("BM"),
  svg: (head) => /<svg[\s>/]/i.test(head.toString("latin1").replaceAll("\0", "")),
  // Readers take it among the first 1024 bytes.
  pdf: (head) => head.subarray(0, 1024).includes("%PDF-"),
  txt: plain,
  rtf,
  zip,
  rar: text("Rar!\x1a\x07"),
  msg: compound,
  xls: either(office, oldSheet),
};

/**
 * Whether a file can be what its extension says, by its beginning. It does not tell that the file is whole or harmless: none is
 * ever run or unpacked here, and browsers get all of them to save or to show, never as documents.
 * @param extension one of those that may be uploaded
 */
export async function isWhatItSays(extension: string, beginning: Uint8Array): Promise<boolean> {
  const head = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength);
  const test = byExtension[extension];
  if (test) return test(head);
  const kind = attachmentKindOf(`x.${extension}`);
  if (kind === "Document") return office(head);
  // Of sound and moving pictures there are too many forms to list.
  const found = await fileTypeFromBuffer(head);
  return found?.mime.startsWith(kind === "Audio" ? "audio/" : "video/") ?? false;
}
