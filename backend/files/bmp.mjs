// Reads BMP, which libvips does not support. Plain JavaScript, like the process that it runs in (image-worker.mjs).

const compressions = { none: 0, rle8: 1, rle4: 2, masks: 3, masksWithAlpha: 6 };
const depths = [1, 4, 8, 16, 24, 32];

/** @typedef {{ red: number, green: number, blue: number, alpha: number }} Masks */
/**
 * @typedef {object} Header
 * @property {number} width
 * @property {number} height
 * @property {boolean} isTopDown
 * @property {number} depth bits of a pixel
 * @property {number} compression
 * @property {number} start of the pixels
 * @property {{ start: number, size: number, count: number }} palette
 * @property {Masks} masks
 */

/**
 * Parses the header of a BMP of Windows or OS/2.
 * @param {Buffer} bytes
 * @returns {Header}
 * @throws {Error} for an invalid or unusual header
 */
export function readBmpHeader(bytes) {
  if (bytes.length < 26 || bytes.toString("latin1", 0, 2) !== "BM") throw new Error("no BMP");
  const size = bytes.readUInt32LE(14);
  const isOld = size === 12;
  if (!isOld && (size < 40 || size > 1024 || bytes.length < 14 + size)) throw new Error("an unknown header");
  const [width, signedHeight] = isOld
    ? [bytes.readUInt16LE(18), bytes.readUInt16LE(20)]
    : [bytes.readInt32LE(18), bytes.readInt32LE(22)];
  const depth = bytes.readUInt16LE(isOld ? 24 : 28);
  const compression = isOld ? 0 : bytes.readUInt32LE(30);
  const hasMasks = compression === compressions.masks || compression === compressions.masksWithAlpha;
  if (width <= 0 || !depths.includes(depth)) throw new Error("an unknown form of pixels");
  if (hasMasks ? depth < 16 || depth === 24 : ![0, rleOf(depth)].includes(compression))
    throw new Error("an unknown compression");
  // Masks follow the shortest header.
  const masksBehind = hasMasks && size === 40 ? (compression === compressions.masks ? 12 : 16) : 0;
  const paletteStart = 14 + size + masksBehind;
  const colours = isOld ? 0 : bytes.readUInt32LE(46);
  const count = depth > 8 ? 0 : Math.min(colours || 1 << depth, 1 << depth);
  return {
    width,
    height: Math.abs(signedHeight),
    isTopDown: signedHeight < 0,
    depth,
    compression,
    start: bytes.readUInt32LE(10),
    palette: { start: paletteStart, size: isOld ? 3 : 4, count },
    masks: hasMasks ? masksOf(bytes, size >= 56 || masksBehind === 16) : usualMasks(depth),
  };
}

const rleOf = (/** @type {number} */ depth) =>
  depth === 8 ? compressions.rle8 : depth === 4 ? compressions.rle4 : compressions.none;

/** @param {Buffer} bytes @param {boolean} hasAlpha @returns {Masks} */
function masksOf(bytes, hasAlpha) {
  const [red = 0, green = 0, blue = 0] = [54, 58, 62].map((at) => bytes.readUInt32LE(at));
  return { red, green, blue, alpha: hasAlpha ? bytes.readUInt32LE(66) : 0 };
}

/** @param {number} depth @returns {Masks} */
const usualMasks = (depth) =>
  depth === 16
    ? { red: 0x7c00, green: 0x3e0, blue: 0x1f, alpha: 0 }
    : { red: 0xff0000, green: 0xff00, blue: 0xff, alpha: 0 };

/**
 * The pixels of a BMP from the top left, three bytes each, or four with transparency.
 * @param {Buffer} bytes
 * @returns {{ data: Buffer, width: number, height: number, channels: 3 | 4 }}
 * @throws {Error} for an invalid or truncated BMP
 */
export function readBmp(bytes) {
  const header = readBmpHeader(bytes);
  const { width, height, depth, compression, masks } = header;
  const data = depth > 8 ? maskedPixels(bytes, header) : colouredPixels(bytes, header);
  const isPacked = compression === compressions.rle8 || compression === compressions.rle4;
  return { data, width, height, channels: !isPacked && depth > 8 && masks.alpha ? 4 : 3 };
}

/** @param {Buffer} bytes @param {Header} header */
function maskedPixels(bytes, { width, height, isTopDown, depth, start, masks }) {
  const step = depth / 8;
  const stride = strideOf(width, depth);
  if (start + stride * height > bytes.length) throw new Error("pixels break off");
  const channels = [masks.red, masks.green, masks.blue, ...(masks.alpha ? [masks.alpha] : [])].map(scaleOf);
  const data = Buffer.allocUnsafe(width * height * channels.length);
  let to = 0;
  for (let y = 0; y < height; y++) {
    let at = start + stride * (isTopDown ? y : height - 1 - y);
    for (let x = 0; x < width; x++, at += step) {
      const pixel = bytes.readUIntLE(at, step);
      for (const scale of channels) data[to++] = scale(pixel);
    }
  }
  return data;
}

/** Bytes of a line, padded to a multiple of four. @param {number} width @param {number} depth */
const strideOf = (width, depth) => Math.ceil((width * depth) / 32) * 4;

/** Scales the masked bits of a pixel to 0 to 255. @param {number} mask */
function scaleOf(mask) {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  if (most === 255) return (/** @type {number} */ pixel) => (pixel & mask) >>> shift;
  return (/** @type {number} */ pixel) => Math.round((((pixel & mask) >>> shift) * 255) / most);
}

/** @param {Buffer} bytes @param {Header} header */
function colouredPixels(bytes, header) {
  const { width, height, compression, palette } = header;
  const numbers =
    compression === compressions.none ? plainNumbers(bytes, header) : packedNumbers(bytes, header);
  if (palette.start + palette.size * palette.count > bytes.length) throw new Error("colours break off");
  const data = Buffer.alloc(width * height * 3);
  for (let index = 0; index < numbers.length; index++) {
    const number = /** @type {number} */ (numbers[index]);
    const at = palette.start + number * palette.size;
    if (number < palette.count)
      for (const channel of [0, 1, 2])
        data[index * 3 + channel] = /** @type {number} */ (bytes[at + 2 - channel]);
  }
  return data;
}

/** @param {Buffer} bytes @param {Header} header */
function plainNumbers(bytes, { width, height, isTopDown, depth, start }) {
  const stride = strideOf(width, depth);
  if (start + stride * height > bytes.length) throw new Error("pixels break off");
  const numbers = new Uint8Array(width * height);
  const perByte = 8 / depth;
  const mask = (1 << depth) - 1;
  for (let y = 0; y < height; y++) {
    const line = start + stride * (isTopDown ? y : height - 1 - y);
    for (let x = 0; x < width; x++) {
      const byte = /** @type {number} */ (bytes[line + Math.floor(x / perByte)]);
      numbers[y * width + x] = (byte >> (8 - depth - (x % perByte) * depth)) & mask;
    }
  }
  return numbers;
}

/** Decodes runs of pixels (RLE4, RLE8), until the picture or the bytes end. @param {Buffer} bytes @param {Header} header */
function packedNumbers(bytes, { width, height, isTopDown, depth, start }) {
  const numbers = new Uint8Array(width * height);
  let [x, y] = [0, 0];
  const put = (/** @type {number} */ number) => {
    if (x < width && y < height) numbers[(isTopDown ? y : height - 1 - y) * width + x] = number;
    x += 1;
  };
  /** Reads one of several pixels of four or eight bits. @param {number} from @param {number} index */
  const numberAt = (from, index) => {
    if (depth === 8) return bytes[from + index] ?? 0;
    const byte = bytes[from + (index >> 1)] ?? 0;
    return index % 2 === 0 ? byte >> 4 : byte & 15;
  };
  for (let at = start; at + 1 < bytes.length && y < height; ) {
    const [count = 0, value = 0] = [bytes[at], bytes[at + 1]];
    at += 2;
    if (count > 0)
      for (let index = 0; index < count; index++) put(numberAt(at - 1, depth === 8 ? 0 : index % 2));
    else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 1) break;
    else if (value === 2) {
      x += bytes[at] ?? 0;
      y += bytes[at + 1] ?? 0;
      at += 2;
    } else {
      for (let index = 0; index < value; index++) put(numberAt(at, index));
      at += Math.ceil((value * depth) / 16) * 2;
    }
  }
  return numbers;
}
