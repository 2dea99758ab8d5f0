import { UnusableImage } from "./image-limits";

/** Bytes: what a drawing asks for grows with what is written. */
const largest = 4 * 1024 * 1024;

/**
 * Lets through what may be an SVG, written as text: one that is packed would unpack to any size. What it asks for does not show
 * from outside; whoever draws it reads no other file and is stopped when it is too much.
 * @throws {UnusableImage} for anything else
 */
export function checkSvg(bytes: Buffer): void {
  if (bytes.length > largest) throw new UnusableImage("pictureEffort", "more than 4 MB of SVG");
  if (!/^(?:\xef\xbb\xbf)?\s*</.test(bytes.toString("latin1", 0, 200)))
    throw new UnusableImage("picture", "no text of an SVG");
}
