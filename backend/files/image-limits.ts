// See docs/decisions/0049.

import type { ValidationKey } from "../../lib/validation/messages";

const mebibyte = 1024 * 1024;

/** What a picture may ask for before it is read; a small file can ask for very much of each. */
export const imageLimits = {
  megapixels: 40,
  /** Some hundred lines are held at a time, however few pixels there are in all. */
  side: 20_000,
  /** Bytes of what has to be held whole because it comes in passes: pixels of an interlaced PNG, coefficients of a JPEG. */
  heldPixels: 64 * mebibyte,
  heldCoefficients: 96 * mebibyte,
  /** Passes over the whole picture; programs write ten or so. */
  scans: 24,
  /** Parts of any kind. */
  parts: 4_096,
  /** Parts that are no picture (texts, profiles, frames of an animation), their bytes, and what those unpack to. */
  metadataParts: 64,
  metadataBytes: mebibyte,
  metadataUnpacked: mebibyte,
} as const;

/** Why a picture is not read, by the name of its text in messages/<language>/validation.json. */
type ImageFault = Extract<ValidationKey, `picture${string}`>;

/** A file that is not a picture, or a picture that takes more memory than it may. */
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

/** Counts the parts of a file that are no picture. */
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
