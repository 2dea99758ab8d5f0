import { fileTypeFromBuffer } from "file-type";
import { isCompoundFile } from "../../lib/ooxml/compound-file";
import { attachmentKindOf } from "../../lib/validation/attachment-files";
import { detectUtf16 } from "../../lib/validation/utf16";

type Test = (head: Buffer) => boolean;
type TypeTest = (head: Buffer) => Promise<boolean>;

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
const typed =
  (isOne: (mime: string) => boolean): TypeTest =>
  async (head) =>
    isOne((await fileTypeFromBuffer(head))?.mime ?? "");

const zip = either(text("PK\x03\x04"), text("PK\x05\x06"));
/** Text editors put a byte order mark or a new line before it. */
const rtf: Test = (head) => /^(?:\xef\xbb\xbf)?\s*\{\\rtf/.test(head.toString("latin1"));
/** Protected ones are compound files with any extension. */
const office = either(zip, isCompoundFile, rtf);
/** Excel before compound files. */
const oldSheet: Test = (head) => head[0] === 0x09 && [0, 2, 4, 8].includes(head[1] ?? -1);

/** Text of any encoding: zeros only as in UTF-16. */
const plain = either(
  (head) => !head.includes(0),
  beginsWith(0xff, 0xfe),
  beginsWith(0xfe, 0xff),
  (head) => detectUtf16(head) !== undefined,
);

// Audio and video have too many formats to list.
const audio = typed((mime) => mime.startsWith("audio/"));
const video = typed((mime) => mime.startsWith("video/"));
/** An MPEG-4 file's brand may say that it has audio only (ISO/IEC 14496-12). */
const mpeg4 = typed((mime) => mime.startsWith("video/") || mime === "audio/mp4" || mime === "audio/x-m4a");

/** Recorders and editors leave silence, or room for a tag, before the first frame. */
const mp3: TypeTest = async (head) => {
  const first = head.findIndex((byte) => byte !== 0);
  return first >= 0 && audio(head.subarray(first));
};

const byExtension: Readonly<Record<string, Test | TypeTest>> = {
  jpg: beginsWith(0xff, 0xd8, 0xff),
  jpeg: beginsWith(0xff, 0xd8, 0xff),
  png: text("\x89PNG\r\n\x1a\n"),
  gif: text("GIF8"),
  bmp: text("BM"),
  // Its root may have a prefix.
  svg: (head) => /<(?:[a-z_][\w.-]*:)?svg[\s>/]/i.test(head.toString("latin1").replaceAll("\0", "")),
  // Readers accept it within the first 1024 bytes.
  pdf: (head) => head.subarray(0, 1024).includes("%PDF-"),
  txt: plain,
  rtf,
  zip,
  rar: text("Rar!\x1a\x07"),
  msg: isCompoundFile,
  xls: either(office, oldSheet),
  mp3,
  mp4: mpeg4,
};

/**
 * Whether a file's beginning matches its extension. This does not guarantee a complete or harmless file: files
 * are never run or unpacked here, and browsers save or display them, but not as documents.
 * @param extension one of those that may be uploaded
 */
export async function matchesExtension(extension: string, beginning: Uint8Array): Promise<boolean> {
  const head = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength);
  const test = byExtension[extension];
  if (test) return test(head);
  const kind = attachmentKindOf(`x.${extension}`);
  if (kind === "Document") return office(head);
  return kind === "Audio" ? audio(head) : video(head);
}
