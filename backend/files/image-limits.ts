// See docs/decisions/0049.

import type { ValidationKey } from "../../lib/validation/messages";

const mebibyte = 1024 * 1024;

/** Limits checked before decoding; a small file can demand very much of each. */
export const imageLimits = {
  megapixels: 40,
  /** The decoder buffers some hundred lines, however few pixels there are in all. */
  side: 20_000,
  /**
   * Bytes that are buffered as a whole because they arrive in passes: pixels of an interlaced PNG, coefficients of a
   * JPEG.
   */
  heldPixels: 64 * mebibyte,
  heldCoefficients: 96 * mebibyte,
  /** Passes over the whole picture; programs write ten or so. */
  scans: 24,
  /** Parts of any kind. */
  parts: 4_096,
  /** Parts other than pixels (texts, profiles, animation frames), their bytes, and their uncompressed bytes. */
  metadataParts: 64,
  metadataBytes: mebibyte,
  metadataUnpacked: mebibyte,
} as const;

/** The reason for refusing a picture, as its key in messages/<language>/validation.json. */
type ImageFault = Extract<ValidationKey, `picture${string}`>;

/** A file that is not a picture, or a picture that needs too much memory. */
export class UnusableImage extends Error {
  override readonly name = "UnusableImage";
  readonly values: Record<string, number>;

  constructor(
    readonly rule: ImageFault,
    message?: string,
  ) {
    super(message ?? rule);
    this.values =
      rule === "picturePixels" ? { megapixels: imageLimits.megapixels, side: imageLimits.side } : {};
  }
}

/** @throws {UnusableImage} for no pixels, or too many */
export function checkSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw new UnusableImage("picture", "no pixels");
  if (Math.max(width, height) > imageLimits.side || width * height > imageLimits.megapixels * 1_000_000)
    throw new UnusableImage("picturePixels");
}

/** Counts the parts of a file other than pixels. */
export class Metadata {
  private parts = 0;
  private bytes = 0;

  /** @throws {UnusableImage} for too many */
  add(bytes: number): void {
    this.parts += 1;
    this.bytes += bytes;
    if (this.parts > imageLimits.metadataParts || this.bytes > imageLimits.metadataBytes)
      throw new UnusableImage("pictureMetadata");
  }
}
