import { contrastOf, luminance } from "./oklch";

/** Below this contrast, a pixel is hard to distinguish from its background. */
const minContrast = 2;
/** A thin word on a white rectangle covers about this share of it. */
const minShare = 0.05;
/** More transparent pixels do not count. */
const minAlpha = 128;

/**
 * Whether enough of a picture stands out from a background.
 * @param pixels red, green, blue and alpha of each pixel
 * @param background like `#16171a`
 */
export function standsOut(pixels: Uint8ClampedArray, background: string): boolean {
  const below = luminance(background);
  let [visible, contrasting] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < minAlpha) continue;
    visible += 1;
    if (contrastOf(luminance(hexOf(red, green, blue)), below) >= minContrast) contrasting += 1;
  }
  return contrasting >= visible * minShare;
}

const hexOf = (...channels: number[]) =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
