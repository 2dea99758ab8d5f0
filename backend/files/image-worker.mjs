// A separate process that decodes pictures and draws first pages of documents (thumbnails.ts): without settings,
// database and network, and killed when one takes too long. Plain JavaScript, so that it runs unchanged from the
// sources and the build.
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { readBmp } from "./bmp.mjs";

// Lower priority than the server.
setPriority(5);
// One picture needs few threads.
sharp.concurrency(1);
sharp.cache(false);

/**
 * The loader for each kind of picture. Only formats known to the check are read, regardless of libvips's detection.
 * @type {Record<PictureSource, string[]>}
 */
const loaders = {
  photo: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer"],
  gif: ["VipsForeignLoadNsgifBuffer"],
  bmp: [],
  svg: ["VipsForeignLoadSvgBuffer"],
  pdf: [],
};

const [memoryLimit = 0, pixelLimit = 0] = process.argv.slice(2).map(Number);

// The decoder runs on threads, so that this one can watch memory, which no setting of libvips limits.
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit) end();
}, 20);

// Not by exit, which would wait for the decoder.
function end() {
  process.kill(process.pid, "SIGKILL");
}

process.on("disconnect", end);
// A terminal's Ctrl-C reaches this process too; its parent ends it once the requests in flight are answered.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

/** @typedef {import("../../lib/validation/attachment-files").PictureSource} PictureSource */
/** @typedef {{ bytes: Uint8Array, side: number, isWhole?: boolean, source: PictureSource }} Job */

const webp = { quality: 82 };
/** Limit of the ratio between the sides of a page or a drawing. */
const longest = 8;

/** @param {Job} job */
async function thumbnail({ bytes, side, isWhole, source }) {
  if (source === "pdf") return firstPage(bytes, side, isWhole);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: loaders[source] });
  if (source === "svg") return vectorPicture(bytes, side, isWhole);
  const { image, width, height } = source === "bmp" ? pixelsOf(bytes) : await decoded(bytes);
  if (isWhole)
    return image
      .autoOrient()
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .webp(webp)
      .toBuffer();
  const edge = Math.min(side, width, height);
  return image.autoOrient().resize(edge, edge, { fit: "cover" }).webp(webp).toBuffer();
}

/** @param {Uint8Array} bytes */
async function decoded(bytes) {
  const image = sharp(bytes, { limitInputPixels: pixelLimit, failOn: "error", sequentialRead: true });
  return { image, ...(await image.metadata()) };
}

/** @param {Uint8Array} bytes of a BMP */
function pixelsOf({ buffer, byteOffset, byteLength }) {
  const { data, ...raw } = readBmp(Buffer.from(buffer, byteOffset, byteLength));
  return { image: sharp(data, { limitInputPixels: pixelLimit, raw }), ...raw };
}

/** Resolution for an SVG's declared size, and the range of libvips. */
const dotsPerInch = { usual: 72, least: 1, most: 100_000 };

/**
 * Renders an SVG at the requested size: all of it, or the square in its middle. librsvg gets no base address, so that
 * it reads no other file, and it runs no script.
 * @param {Uint8Array} bytes
 * @param {number} side
 * @param {boolean} [isWhole]
 */
async function vectorPicture(bytes, side, isWhole) {
  // Its declared size is checked later.
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const scale = isWhole ? side / long : side / Math.max(short, long / longest);
  const { usual, least, most } = dotsPerInch;
  const density = Math.min(most, Math.max(least, usual * scale));
  return sharp(bytes, { limitInputPixels: pixelLimit, failOn: "error", density })
    .resize(side, side, { fit: isWhole ? "inside" : "cover" })
    .webp(webp)
    .toBuffer();
}

/** Memory limit in bytes of a document while it is drawn. No timer can watch the process meanwhile. */
const pdfMemory = 192 * 1024 * 1024;
/** PDFium's flags: draw annotations, and put red first. */
const drawing = 0x01 | 0x10;

const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function growBelowLimit(pages) {
  if (this.buffer.byteLength + pages * 65_536 > pdfMemory) throw new RangeError("The document is too large");
  return grow.call(this, pages);
};

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/**
 * A PDFium without JavaScript and files, with its own WebAssembly memory. Each document gets a new instance, so that
 * documents cannot influence each other.
 */
async function newPdfium() {
  const { init } = await import("@embedpdf/pdfium");
  compiled ??= readFile(fileURLToPath(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm"))).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  const module = await compiled;
  const silent = () => {};
  /** @type {(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) => WebAssembly.Exports} */
  const instantiateWasm = (imports, receive) => {
    const instance = new WebAssembly.Instance(module, imports);
    receive(instance);
    return instance.exports;
  };
  const pdfium = await init({ print: silent, printErr: silent, instantiateWasm });
  pdfium.PDFiumExt_Init();
  const memory = /** @type {{ HEAPU8: Uint8Array }} */ (/** @type {unknown} */ (pdfium.pdfium));
  return { pdfium, allocate: pdfium.pdfium.wasmExports.malloc, bytes: () => memory.HEAPU8 };
}

/**
 * The first page of a PDF on white: all of it, or the square at its top.
 * @param {Uint8Array} bytes
 * @param {number} side
 * @param {boolean} [isWhole]
 */
async function firstPage(bytes, side, isWhole) {
  const { pdfium, ...memory } = await newPdfium();
  const start = memory.allocate(bytes.length);
  if (start === 0) throw new Error("The document is too large");
  memory.bytes().set(bytes, start);
  const document = pdfium.FPDF_LoadMemDocument(start, bytes.length, "");
  const page = document && pdfium.FPDF_LoadPage(document, 0);
  if (!page) throw new Error("There is no page that can be read");
  const [pageWidth, pageHeight] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
  const [short, long] = [Math.min(pageWidth, pageHeight), Math.max(pageWidth, pageHeight)];
  if (!(short > 0 && long < Number.POSITIVE_INFINITY)) throw new Error("The page has no size");
  const scale = isWhole ? side / long : side / Math.max(short, long / longest);
  const [drawnWidth, drawnHeight] = /** @type {[number, number]} */ (
    [pageWidth, pageHeight].map((edge) => Math.max(1, Math.round(edge * scale)))
  );
  const [width, height] = isWhole ? [drawnWidth, drawnHeight] : [side, side];
  const left = Math.round((width - drawnWidth) / 2);
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 1);
  if (!bitmap) throw new Error("The page is too large");
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, left, 0, drawnWidth, drawnHeight, 0, drawing);
  const first = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const pixels = memory.bytes().slice(first, first + width * height * 4);
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .webp(webp)
    .toBuffer();
}

process.on("message", (/** @type {Job} */ job) => {
  thumbnail(job).then(
    (made) => process.send?.({ made }),
    (/** @type {unknown} */ error) => process.send?.({ fault: String(error) }),
  );
});
process.send?.({ ready: true });
