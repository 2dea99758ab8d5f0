/** A colour by lightness (0 to 1), chroma (0 to about 0.4) and hue (radians), perceptually uniform (Björn Ottosson, 2020). */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Triple = readonly [number, number, number];

const hexColour = /^#[0-9a-f]{6}$/i;

export function isHexColour(text: string): boolean {
  return hexColour.test(text);
}

/** @throws {RangeError} unless `hex` is like `#4f46e5` */
export function toOklch(hex: string): Oklch {
  const [red, green, blue] = linearOf(hex);
  const [l, m, s] = [
    Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue),
    Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue),
    Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue),
  ];
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  return { l: lightness, c: Math.hypot(a, b), h: Math.atan2(b, a) };
}

/** As `#rrggbb`; colours outside the sRGB gamut lose chroma, but keep lightness and hue. */
export function toHex({ l, c, h }: Oklch): string {
  const lightness = Math.min(1, Math.max(0, l));
  let [min, max] = [0, c];
  let shown = toLinear({ l: lightness, c, h });
  if (!isShowable(shown)) {
    for (let step = 0; step < 14; step += 1) {
      const middle = (min + max) / 2;
      if (isShowable(toLinear({ l: lightness, c: middle, h }))) min = middle;
      else max = middle;
    }
    shown = toLinear({ l: lightness, c: min, h });
  }
  const digits = shown.map((value) =>
    Math.round(Math.min(1, Math.max(0, gammaOf(value))) * 255)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${digits.join("")}`;
}

/** WCAG 2.2, contrast ratio, from 1 to 21. */
export function contrast(one: string, other: string): number {
  return contrastOf(luminance(one), luminance(other));
}

/** The same for two relative luminances, for repeated comparisons. */
export function contrastOf(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** WCAG 2.2, relative luminance, from 0 to 1. */
export function luminance(hex: string): number {
  const [red, green, blue] = linearOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear({ l, c, h }: Oklch): Triple {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)];
  const [long, medium, short] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const rounding = 0.0005;

function isShowable(colour: Triple): boolean {
  return colour.every((value) => value >= -rounding && value <= 1 + rounding);
}

function linearOf(hex: string): Triple {
  if (!isHexColour(hex)) throw new RangeError(`${hex} is not a colour like #4f46e5`);
  const at = (position: number) => {
    const value = Number.parseInt(hex.slice(position, position + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [at(1), at(3), at(5)];
}

function gammaOf(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}
