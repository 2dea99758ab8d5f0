import { checkSize, imageLimits, Metadata, UnusableImage } from "./image-limits";

export const isJpeg = (bytes: Buffer) => bytes.length > 2 && bytes.readUInt16BE(0) === 0xffd8;

const broken = (message: string) => new UnusableImage("picture", message);

// Markers of ITU-T T.81, table B.1.
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Baseline, extended sequential and progressive, each by Huffman codes; other kinds are not in use. */
const frames = [0xc0, 0xc1, 0xc2];
const progressive = 0xc2;
const isOtherFrame = (marker: number) =>
  marker >= 0xc3 && marker <= 0xcf && marker !== 0xc4 && !frames.includes(marker);
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
/** Markers without a length, which are invalid between segments. */
const isAlone = (marker: number) => marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8);

interface Frame {
  components: number;
  isProgressive: boolean;
  /** Bytes of the coefficients, which are held when there are several scans. */
  coefficients: number;
}

/**
 * Checks the segments of a JPEG up to the end of the image (ITU-T T.81, annex B) without decoding pixels. The effort is
 * linear in the bytes.
 * @throws {UnusableImage} for an invalid or truncated JPEG, or one that needs too much memory
 */
export function checkJpeg(bytes: Buffer): void {
  const metadata = new Metadata();
  let parts = 0;
  let scans = 0;
  let frame: Frame | undefined;
  for (let at = 2; ; ) {
    if (bytes[at] !== 0xff) throw broken("no marker");
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at] ?? 0;
    at += 1;
    if (marker === endOfImage) {
      if (scans === 0) throw broken("no scan");
      return;
    }
    if (isAlone(marker) || isOtherFrame(marker) || at + 2 > bytes.length) throw broken("no such segment");
    const end = at + bytes.readUInt16BE(at);
    const content = bytes.subarray(at + 2, end);
    if (end < at + 2 || end > bytes.length) throw broken("a segment goes on beyond the end");
    parts += 1;
    if (parts > imageLimits.parts) throw new UnusableImage("pictureMetadata", "too many segments");
    if (isMetadata(marker)) metadata.add(end - at);
    if (frames.includes(marker)) {
      if (frame) throw broken("two frames");
      frame = readFrame(content, marker === progressive);
    }
    at = end;
    if (marker === startOfScan) {
      if (!frame) throw broken("a scan before the frame");
      scans += 1;
      checkScan(frame, scans, content[0] ?? 0);
      at = afterScan(bytes, end);
    }
  }
}

function readFrame(content: Buffer, isProgressive: boolean): Frame {
  const [bits, , , , , components = 0] = content;
  if (bits !== 8 || ![1, 3, 4].includes(components) || content.length !== 6 + 3 * components)
    throw broken("no such frame");
  const [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)];
  checkSize(width, height);
  const sampling = Array.from({ length: components }, (_, index) => content[7 + 3 * index] ?? 0).map(
    (factors) => ({ across: factors >> 4, down: factors & 15 }),
  );
  if (sampling.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4))
    throw broken("no such sampling");
  const max = {
    across: Math.max(...sampling.map(({ across }) => across)),
    down: Math.max(...sampling.map(({ down }) => down)),
  };
  const share = sampling.reduce(
    (sum, { across, down }) => sum + (across * down) / (max.across * max.down),
    0,
  );
  return { components, isProgressive, coefficients: width * height * share * 2 };
}

function checkScan({ components, isProgressive, coefficients }: Frame, scans: number, inScan: number): void {
  if (scans > imageLimits.scans) throw new UnusableImage("pictureEffort", "too many scans");
  const isInPasses = isProgressive || scans > 1 || inScan < components;
  if (isInPasses && coefficients > imageLimits.heldCoefficients) throw new UnusableImage("pictureInterlaced");
}

/**
 * The offset of the next segment: after the coded data, in which a marker's first byte is followed by zero, or by a
 * restart.
 */
function afterScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw broken("the coded data do not end");
}
