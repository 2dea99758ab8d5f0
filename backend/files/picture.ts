import sharp from "sharp";

/** What a picture is, judged by what is in it. */
export class NoPicture extends Error {
  override readonly name = "NoPicture";
}

/** Pixels of a picture before it is made smaller; a small file can hold far more of them. */
const mostPixels = 40_000_000;

// One picture needs little, and the machine has others to serve.
sharp.concurrency(1);
sharp.cache(false);

/**
 * A picture of a person, cut to a square of `side` pixels at most and made anew, so that nothing is left of what else was
 * in the file: places, programs, a second format.
 * @returns a WebP
 * @throws {NoPicture} for anything but a whole JPEG or PNG of a size that can be held
 */
export async function squarePicture(bytes: Uint8Array, side: number): Promise<Buffer> {
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error", sequentialRead: true });
    const { format, width = 0, height = 0 } = await picture.metadata();
    if (format !== "jpeg" && format !== "png") throw new NoPicture(format);
    const edge = Math.min(side, width, height);
    return await picture.autoOrient().resize(edge, edge, { fit: "cover" }).webp({ quality: 82 }).toBuffer();
  } catch (error) {
    throw error instanceof NoPicture ? error : new NoPicture((error as Error).message);
  }
}
