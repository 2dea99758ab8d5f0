// See docs/decisions/0012.

import { contrast, contrastOf, luminance, type Oklch, toHex, toOklch } from "./oklch";

/** Colours chosen by an organisation (administration document, Theme); like `#4f46e5`. */
export interface ThemeColours {
  primary: string;
  accent: string;
  isDark: boolean;
}

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for the visible parts of controls. */
export const minContrast = { text: 4.5, control: 3 } as const;

/** The surfaces below all content. */
export const backgrounds = ["background", "surface", "raised", "hover", "active", "selected"] as const;
/** Text colours; each is readable on every background, and those of a tone also on its subtle background. */
export const textColours = [
  "text",
  "muted",
  "primary-text",
  "accent-text",
  "success",
  "warning",
  "danger-text",
] as const;
/** Fill colours, each with `-strong` for hover, `-active` for pressed and `on-` for its text. */
export const fills = ["primary", "accent", "danger"] as const;
/** Subtle backgrounds in the tone of a text colour. */
export const subtleBackgrounds = {
  "primary-subtle": "primary-text",
  "accent-subtle": "accent-text",
  "success-subtle": "success",
  "warning-subtle": "warning",
  "danger-subtle": "danger-text",
} as const;
/** Outlines and marks that must be visible. */
export const outlines = ["control", "ring"] as const;

type Fill = (typeof fills)[number];
export type Token =
  | (typeof backgrounds)[number]
  | (typeof textColours)[number]
  | Fill
  | `${Fill}-${"strong" | "active"}`
  | `on-${Fill}`
  | keyof typeof subtleBackgrounds
  | (typeof outlines)[number]
  | "border"
  | "selection";

/** Every colour of the product by the name of its CSS variable. */
export type ColourTokens = Record<Token, string>;

interface Scale {
  background: number;
  surface: number;
  raised: number;
  hover: number;
  active: number;
  border: number;
  selected: number;
  subtle: number;
  selection: number;
  control: number;
  text: number;
  muted: number;
  ink: number;
}

/** Lightness values that do not depend on the two colours. */
const scales: Record<"light" | "dark", Scale> = {
  light: {
    background: 0.976,
    surface: 1,
    raised: 1,
    hover: 0.958,
    active: 0.936,
    border: 0.914,
    selected: 0.945,
    subtle: 0.957,
    selection: 0.87,
    control: 0.64,
    text: 0.215,
    muted: 0.49,
    ink: 0.5,
  },
  dark: {
    background: 0.172,
    surface: 0.204,
    raised: 0.238,
    hover: 0.258,
    active: 0.286,
    border: 0.296,
    selected: 0.29,
    subtle: 0.265,
    selection: 0.42,
    control: 0.57,
    text: 0.944,
    muted: 0.735,
    ink: 0.76,
  },
};

/** Chroma that backgrounds take from the primary colour: enough to match it, too little to look coloured. */
const tint = { neutral: 0.006, selected: 0.034, subtle: 0.026, selection: 0.07 };

const hues = { success: 2.62, warning: 1.31, danger: 0.46 };

/**
 * Derives all colours from two. Readable ones are kept, others are made lighter or darker as far as needed: every text
 * colour has 4.5:1 on every background, every fill and outline 3:1 (PR-03).
 * @throws {RangeError} unless both are like `#4f46e5`
 */
export function tokensOf({ primary, accent, isDark }: ThemeColours): ColourTokens {
  const scale = scales[isDark ? "dark" : "light"];
  const [given, second] = [toOklch(primary), toOklch(accent)];
  const danger: Oklch = { l: isDark ? 0.72 : 0.53, c: 0.2, h: hues.danger };
  const grey = (l: number) => toHex({ l, c: Math.min(given.c, tint.neutral), h: given.h });
  const tinted = ({ c, h }: Oklch, l: number, max: number) => toHex({ l, c: Math.min(c, max), h });

  const ground = {
    background: grey(scale.background),
    surface: grey(scale.surface),
    raised: grey(scale.raised),
    hover: grey(scale.hover),
    active: grey(scale.active),
    selected: tinted(given, scale.selected, tint.selected),
  };
  const all = Object.values(ground);
  const tones = {
    primary: given,
    accent: second,
    success: { l: scale.ink, c: 0.15, h: hues.success },
    warning: { l: scale.ink, c: 0.13, h: hues.warning },
    danger,
  };
  const subtle = (tone: Oklch) => tinted(tone, scale.subtle, tint.subtle);
  const ink = (tone: Oklch, ...more: string[]) => readable(tone, [...all, ...more], minContrast.text);
  const text = ink({ l: scale.text, c: Math.min(given.c, 0.012), h: given.h });
  return {
    ...ground,
    border: grey(scale.border),
    control: readable(
      { l: scale.control, c: Math.min(given.c, 0.012), h: given.h },
      all,
      minContrast.control,
    ),
    ring: readable(given, all, minContrast.control),
    selection: toHex(
      nearest(
        { ...given, l: scale.selection, c: Math.min(given.c, tint.selection) },
        (hex) => contrast(hex, text) >= minContrast.text,
      ),
    ),
    text,
    muted: ink(
      { l: scale.muted, c: Math.min(given.c, 0.014), h: given.h },
      ...Object.values(tones).map(subtle),
    ),
    "primary-text": ink(tones.primary, subtle(tones.primary)),
    "accent-text": ink(tones.accent, subtle(tones.accent)),
    success: ink(tones.success, subtle(tones.success)),
    warning: ink(tones.warning, subtle(tones.warning)),
    "danger-text": ink(tones.danger, subtle(tones.danger)),
    "primary-subtle": subtle(tones.primary),
    "accent-subtle": subtle(tones.accent),
    "success-subtle": subtle(tones.success),
    "warning-subtle": subtle(tones.warning),
    "danger-subtle": subtle(tones.danger),
    ...fillOf("primary", given, all),
    ...fillOf("accent", second, all),
    ...fillOf("danger", danger, all),
  };
}

const pressed = { strong: 0.045, active: 0.085 };

function fillOf<Name extends Fill>(name: Name, given: Oklch, all: readonly string[]) {
  const fill = readable(given, all, minContrast.control);
  // Black or white always has 4.58:1 or more; black is softened if there is room.
  const on =
    ["#ffffff", "#111114", "#000000"].find((hex) => contrast(hex, fill) >= minContrast.text) ?? "#000000";
  const base = toOklch(fill);
  const contrastDirection = on === "#ffffff" ? -1 : 1;
  const shifted = (by: number) => {
    const candidates = [contrastDirection * by, -contrastDirection * by, -contrastDirection * by * 0.5].map(
      (step) => toHex({ ...base, c: given.c, l: base.l + step }),
    );
    const fits = (hex: string) =>
      contrast(on, hex) >= minContrast.text &&
      all.every((ground) => contrast(hex, ground) >= minContrast.control);
    return candidates.find(fits) ?? fill;
  };
  return {
    [name]: fill,
    [`${name}-strong`]: shifted(pressed.strong),
    [`${name}-active`]: shifted(pressed.active),
    [`on-${name}`]: on,
  } as Record<Name | `${Name}-strong` | `${Name}-active` | `on-${Name}`, string>;
}

/** The colour itself, or the nearest lighter or darker one with at least that contrast to all backgrounds. */
function readable(colour: Oklch, all: readonly string[], min: number): string {
  const below = all.map(luminance);
  const isReadable = (hex: string) => {
    const above = luminance(hex);
    return below.every((ground) => contrastOf(above, ground) >= min);
  };
  return toHex(nearest(colour, isReadable));
}

const step = 0.004;

function nearest(colour: Oklch, isGood: (hex: string) => boolean): Oklch {
  for (let distance = 0; distance <= 1; distance += step)
    for (const l of [colour.l - distance, colour.l + distance])
      if (l >= -step && l <= 1 + step && isGood(toHex({ ...colour, l }))) return { ...colour, l };
  throw new RangeError("No lightness of this colour can be read on all grounds");
}
